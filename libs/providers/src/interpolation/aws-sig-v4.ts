import { createHash, createHmac } from 'node:crypto';
import { canonicalParams, encodeRfc3986 } from './request-parts.js';

/** A request to sign with AWS Signature Version 4. */
export interface AwsSigV4Input {
  readonly method: string;
  readonly url: URL;
  /** Host that the signature names when it is not the URL's. */
  readonly host?: string;
  /** Further headers to sign, by lower-case name; `host` and the `x-amz-*` ones below are always signed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
  readonly service: string;
  readonly now: Date;
}

/**
 * Headers that sign a request for AWS: `authorization`, `x-amz-date`, for temporary credentials `x-amz-security-token`,
 * and for S3 `x-amz-content-sha256`. Send them exactly as they are, and the request unchanged.
 * Source: AWS, "Create a signed AWS API request" (Signature Version 4).
 */
export function signAwsSigV4(input: AwsSigV4Input): Record<string, string> {
  const amzDate = toAmzDate(input.now);
  const payloadHash = sha256Hex(input.body ?? '');
  const added: Record<string, string> = {
    'x-amz-date': amzDate,
    ...(input.sessionToken !== undefined && { 'x-amz-security-token': input.sessionToken }),
    ...(input.service === 's3' && { 'x-amz-content-sha256': payloadHash }),
  };
  const signed = { ...input.headers, host: input.host ?? input.url.host, ...added };
  return { ...added, authorization: authorization(input, signed, amzDate, payloadHash) };
}

/** The `Authorization` value alone, with only `host` and `x-amz-date` signed; the caller sends that date itself. */
export function awsSigV4Authorization(input: AwsSigV4Input): string {
  const amzDate = toAmzDate(input.now);
  const signed = { host: input.host ?? input.url.host, 'x-amz-date': amzDate };
  return authorization(input, signed, amzDate, sha256Hex(input.body ?? ''));
}

function authorization(
  input: AwsSigV4Input,
  signed: Readonly<Record<string, string>>,
  amzDate: string,
  payloadHash: string,
): string {
  const day = amzDate.slice(0, 8);
  const scope = `${day}/${input.region}/${input.service}/aws4_request`;
  const names = Object.keys(signed).sort();
  const signedHeaders = names.join(';');
  const canonicalRequest = [
    input.method.toUpperCase(),
    canonicalPath(input.url, input.service),
    canonicalParams(input.url.searchParams),
    ...names.map((name) => `${name}:${(signed[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope, sha256Hex(canonicalRequest)].join('\n');
  const key = [day, input.region, input.service, 'aws4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `AWS4${input.secretAccessKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${input.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** S3 signs the path as it is sent; every other service signs it encoded once more. */
function canonicalPath(url: URL, service: string): string {
  const encode = (part: string): string => encodeRfc3986(service === 's3' ? safeDecode(part) : part);
  return url.pathname.split('/').map(encode).join('/') || '/';
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const toAmzDate = (now: Date): string => now.toISOString().replace(/[-:]|\.\d{3}/g, '');

const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
