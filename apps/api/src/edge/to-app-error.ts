import { HttpException, NotFoundException } from '@nestjs/common';
import { AppError, unforeseenError, type ErrorCode } from '@svc/errors';

/** What Fastify refuses before a route is reached, as the contract names it. */
const OF_FASTIFY: Readonly<Record<string, readonly [code: ErrorCode, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than this route takes: send less in one request.'],
  // Without the parser's own words, which quote the body.
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'invalid_json',
    'The body is not valid JSON, or has a key "__proto__" or "constructor.prototype": send what a JSON serialiser writes.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_body', 'The body is not as long as the Content-Length header says.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['invalid_content_type', 'Send JSON with "Content-Type: application/json".'],
  FST_ERR_BAD_URL: [
    'invalid_uri_params',
    'The path is not valid percent-encoding: encode each part with encodeURIComponent.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_uri_params', 'A part of the path is longer than any identifier.'],
  FST_ERR_ASYNC_CONSTRAINT: ['invalid_request', 'The request could not be routed.'],
};

const OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  413: 'body_too_large',
  414: 'invalid_uri_params',
  415: 'invalid_content_type',
};

const UNKNOWN_ROUTE =
  'No route takes this method and path: check both, and encode ids in paths with encodeURIComponent.';

/** Any failure as an {@link AppError}. What nobody foresaw becomes 500 with an id that the log has too. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const origin = error instanceof HttpException ? error.cause : error;
  if (origin instanceof AppError) return origin;
  if (isCoded(origin)) {
    if (isDatabaseAway(origin)) return databaseAway(origin);
    if (UNSTORABLE_TEXT.has(origin.code)) return unstorableText(origin);
    const known = OF_FASTIFY[origin.code];
    if (known) return new AppError(known[0], known[1], { cause: origin });
  }
  if (error instanceof HttpException) {
    // Only the router throws this one: services throw AppError. Its words quote the address, query and all.
    if (error instanceof NotFoundException) return new AppError('not_found', UNKNOWN_ROUTE, { cause: error });
    const code = OF_STATUS[error.getStatus()];
    if (code) return new AppError(code, error.message, { cause: error });
  }
  return unforeseenError(error);
}

/** PostgreSQL does not answer, shuts down, starts, or has no connection left. The same call works once it is back. */
const isDatabaseAway = ({ code }: { readonly code: string }): boolean =>
  /^(08\w{3}|57P0[1-5]|53[34]00)$/.test(code) || DATABASE_NETWORK_CODES.has(code);

const DATABASE_NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND']);

const databaseAway = (cause: Error): AppError =>
  new AppError('service_unavailable', 'The gateway cannot reach its database at the moment: try again.', { cause });

/** PostgreSQL's codes for NUL and for half of a surrogate pair; schemas refuse both first, with the path. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

const unstorableText = (cause: Error): AppError =>
  new AppError(
    'invalid_request',
    'A text holds NUL or a broken Unicode character, which cannot be stored: remove it.',
    {
      cause,
    },
  );

const isCoded = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
