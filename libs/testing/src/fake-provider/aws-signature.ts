import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { authorizationOf, type ReceivedRequest } from './received-request.js';

/** What a request says about its signature (AWS Signature Version 4). */
export interface AwsAuthorization {
  readonly accessKeyId: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Reads the Authorization header of a signed request. */
export function awsAuthorizationOf(request: ReceivedRequest): AwsAuthorization | undefined {
  const value = authorizationOf(request, 'AWS4-HMAC-SHA256') ?? '';
  const parts = Object.fromEntries(value.split(/,\s*/).map((part) => part.split('=', 2)));
  const [accessKeyId, date, region, service, end] = String(parts['Credential']).split('/');
  if (!accessKeyId || !date || !region || !service || end !== 'aws4_request') return undefined;
  const signedHeaders = String(parts['SignedHeaders']).split(';');
  return { accessKeyId, date, region, service, signedHeaders, signature: String(parts['Signature']) };
}

/** Whether the request was signed with this secret: its method, path, query, headers and body as they arrived. */
export function isAwsSigned(request: ReceivedRequest, authorization: AwsAuthorization, secret: string): boolean {
  const { date, region, service, signature, signedHeaders } = authorization;
  const time = String(request.headers['x-amz-date'] ?? '');
  if (!signedHeaders.includes('host') || !time.startsWith(date)) return false;
  const scope = `${date}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, authorization))].join('\n');
  const key = [region, service, 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, date));
  const expected = hmac(key, text).toString('hex');
  return expected.length === signature.length && timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
}

function canonicalRequest(request: ReceivedRequest, { signedHeaders, service }: AwsAuthorization): string {
  const { method, url, headers, body } = request;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  // Every service but S3 encodes each part of the path once more.
  const path = service === 's3' ? url.pathname : url.pathname.split('/').map(encode).join('/');
  const lines = signedHeaders.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .replace(/\s+/g, ' ')
        .trim()}\n`,
  );
  const bodyHash = headers['x-amz-content-sha256'] ?? sha256(body);
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'another body';
  return [method, path, query, lines.join(''), signedHeaders.join(';'), bodyHash].join('\n');
}

const encode = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
