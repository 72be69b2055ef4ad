import { isStorableText, type Verification } from '@svc/contracts';
import { decompressBody, headerValue, readBody } from '@svc/http';
import { getPath, transformValue } from '@svc/providers';
import type { ProxyAnswer } from '../proxy/proxy-call.js';

type Captures = NonNullable<Verification['captures']>;

const MAX_BYTES = 1_048_576;

/** Values of a JSON answer for `connection_config`; those that are not there, or no text or number, are left out. */
export async function readCaptures(
  { body, headers }: Pick<ProxyAnswer, 'body' | 'headers'>,
  captures: Captures,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await readJson(decompressBody(body, headerValue(headers, 'content-encoding')) ?? body);
  const found = Object.entries(captures).map(([key, rule]) => [key, captured(answer, rule)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function captured(answer: unknown, rule: Captures[string]): string | number | undefined {
  const { path, as = undefined } = typeof rule === 'string' ? { path: rule } : rule;
  const value = getPath(answer, path);
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' && as !== undefined ? transformValue(value, as) : value;
  return typeof text === 'string' && text !== '' && isStorableText(text) ? text : undefined;
}

/** Undefined where it is too large or no JSON: the credentials work, and that is what was asked. */
async function readJson(body: ProxyAnswer['body']): Promise<unknown> {
  try {
    const bytes = await readBody(body, MAX_BYTES);
    return bytes && JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
