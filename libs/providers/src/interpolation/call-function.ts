import { createHash, createHmac, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { AppError } from '@svc/errors';
import { awsSigV4Authorization } from './aws-sig-v4.js';
import type { InterpolationContext } from './interpolation-context.js';
import type { TemplateFunction } from './template.js';

type Implementation = (args: readonly string[], context: InterpolationContext) => string | undefined;

const FUNCTIONS: Readonly<Record<TemplateFunction, Implementation>> = {
  base64: ([text = '']) => Buffer.from(text, 'utf8').toString('base64'),
  sha256Hex: ([text = '']) => createHash('sha256').update(text).digest('hex'),
  sha256Base64: ([text = '']) => createHash('sha256').update(text).digest('base64'),
  hmacSha1Hex: ([message = '', key = '']) => createHmac('sha1', key).update(message).digest('hex'),
  ed25519Sign: ([message = '', pem = '']) =>
    sign(null, Buffer.from(message), readKey(pem, createPrivateKey)).toString('base64'),
  fingerprint: ([pem = '']) => fingerprint(readKey(pem, createPublicKey)),
  awsSigV4,
};

const implementations = new Map<string, Implementation>(Object.entries(FUNCTIONS));

/** Result of a placeholder's function, or undefined when there is no such function or it lacks what it needs. */
export function callFunction(name: string, args: readonly string[], context: InterpolationContext): string | undefined {
  return implementations.get(name)?.(args, context);
}

function awsSigV4(args: readonly string[], context: InterpolationContext): string | undefined {
  const [accessKeyId, secretAccessKey, region, service, host] = args;
  const request = context.values.request?.input;
  if (!accessKeyId || !secretAccessKey || !region || !service || !request) return undefined;
  const { method, url, body } = request;
  return awsSigV4Authorization({
    method,
    url,
    accessKeyId,
    secretAccessKey,
    region,
    service,
    now: context.now,
    ...(host && { host }),
    ...(body !== undefined && { body }),
  });
}

function fingerprint(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(der).digest('base64')}`;
}

/** Keys often arrive through forms and environment variables that write line breaks as `\n`. */
function readKey(pem: string, create: (pem: string) => KeyObject): KeyObject {
  try {
    return create(pem.replaceAll('\\n', '\n').trim());
  } catch (cause) {
    throw new AppError(
      'invalid_certificate_or_key_format',
      "The connection's key is not a PEM key of the kind that the provider needs. Reconnect with the key file's whole text, from -----BEGIN to -----END.",
      { cause },
    );
  }
}
