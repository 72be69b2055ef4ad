import { interpolateBody, type InterpolationContext } from '@svc/providers';
import type { ProxyTarget } from './proxy-target.js';

const isJson = (contentType: string): boolean => /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType);

/** Whether the provider adds something to bodies of this content type. */
export function addsToBody({ provider }: ProxyTarget, contentType: string): boolean {
  const added = provider.proxy?.body;
  return added !== undefined && Object.keys(added).length > 0 && isJson(contentType);
}

/** A JSON object with the provider's additions; what the caller sent wins. Anything else stays as it is. */
export function withProviderBody(body: Buffer, target: ProxyTarget, context: InterpolationContext): Buffer {
  const sent = parse(body);
  if (!isRecord(sent)) return body;
  return Buffer.from(JSON.stringify(mergeDeep(interpolateBody(target.provider.proxy?.body, context), sent)));
}

function mergeDeep(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? mergeDeep(below, value) : value;
  }
  return merged;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
