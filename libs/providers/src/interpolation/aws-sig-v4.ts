import aws4, { type Request } from 'aws4';
import { AppError } from '@svc/errors';
import { createHash } from 'node:crypto';

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

const PAYLOAD_HASH = 'x-amz-content-sha256';

/** Options of the signer that its types do not know. */
interface SignerRequest extends Request {
  readonly extraHeadersToInclude: Readonly<Record<string, boolean>>;
  readonly extraHeadersToIgnore: Readonly<Record<string, boolean>>;
}

/**
 * Headers that sign a request for AWS: `authorization`, `x-amz-date`, for temporary credentials `x-amz-security-token`,
 * and for S3 `x-amz-content-sha256`. Send them exactly as they are, and the request unchanged.
 * Source: AWS, "Create a signed AWS API request" (Signature Version 4).
 *
 * @throws AppError `invalid_request` for a path that is not percent-encoded correctly.
 */
export function signAwsSigV4(input: AwsSigV4Input): Record<string, string> {
  const added: Record<string, string> = {
    'x-amz-date': toAmzDate(input.now),
    ...(input.sessionToken !== undefined && { 'x-amz-security-token': input.sessionToken }),
    ...(input.service === 's3' && { [PAYLOAD_HASH]: payloadHash(input) }),
  };
  return { ...added, authorization: authorization(input, { ...input.headers, ...added }) };
}

/**
 * The `Authorization` value alone, with only `host` and `x-amz-date` signed; the caller sends that date itself.
 *
 * @throws AppError `invalid_request` for a path that is not percent-encoded correctly.
 */
export const awsSigV4Authorization = (input: AwsSigV4Input): string =>
  authorization(input, { 'x-amz-date': toAmzDate(input.now) });

function authorization(input: AwsSigV4Input, headers: Readonly<Record<string, string>>): string {
  const { method, url, host = url.host, region, service, accessKeyId, secretAccessKey } = input;
  const request: SignerRequest = {
    method: method.toUpperCase(),
    path: url.pathname + url.search,
    // The signer takes the payload's hash from here; given the body, it would add headers that nobody sends.
    headers: { ...headers, host, [PAYLOAD_HASH]: payloadHash(input) },
    extraHeadersToInclude: Object.fromEntries(Object.keys(headers).map((name) => [name, true])),
    extraHeadersToIgnore: headers[PAYLOAD_HASH] === undefined ? { [PAYLOAD_HASH]: true } : {},
    region,
    service,
  };
  try {
    return String(aws4.sign(request, { accessKeyId, secretAccessKey }).headers?.['Authorization']);
  } catch (cause) {
    throw new AppError(
      'invalid_request',
      `The path "${url.pathname}" cannot be signed: it holds a "%" that is not followed by two hexadecimal digits.`,
      { cause },
    );
  }
}

const toAmzDate = (now: Date): string => now.toISOString().replace(/[-:]|\.\d{3}/g, '');

const payloadHash = ({ body = '' }: AwsSigV4Input): string => createHash('sha256').update(body).digest('hex');
