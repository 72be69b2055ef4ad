import { AppError, type ErrorCode } from '@svc/errors';
import { compiledTemplate } from './compiled-templates.js';
import { describeMissing } from './describe-missing.js';
import { evaluateTemplate, type Encode, type MissingSegment } from './evaluate-template.js';
import type { InterpolationContext } from './interpolation-context.js';

/** How {@link interpolateUrl} treats values and failures. */
export interface InterpolateUrlOptions {
  /** Insert values as they are: the definition's `*_skip_encode` contains `base_url`. */
  readonly skipEncode?: boolean;
  /** Code of the error when a value is missing or the result is no address. */
  readonly code?: ErrorCode;
}

const WHOLE_ADDRESS = /^https?:\/\//i;
const INSIDE_AUTHORITY = /^https?:\/\/[^/?#]*$/i;
const HOST_AND_PORT = /^[a-z0-9.-]+:\d{1,5}$/i;

/**
 * Fills in an address, or a path that starts with a slash. Values are percent-encoded, with two exceptions that keep
 * them usable: a whole `http(s)://…` address at the very beginning, and `host:port` where the host stands.
 *
 * @throws AppError `missing_api_url` (or `code`) when a placeholder has no value or the result is not an address.
 */
export function interpolateUrl(
  template: string,
  context: InterpolationContext,
  { skipEncode = false, code = 'missing_api_url' }: InterpolateUrlOptions = {},
): string {
  const compiled = compiledTemplate(template);
  if (compiled.literal !== undefined) return compiled.literal;
  const { text, missing } = evaluateTemplate(compiled, context, skipEncode ? leaveInUrl : encodeInUrl);
  if (missing) throw missingValues(template, missing, code);
  const isAddress = text.startsWith('/') || (WHOLE_ADDRESS.test(text) && URL.canParse(text));
  if (!isAddress) throw notAnAddress(template, code);
  return text;
}

const encodeInUrl: Encode = (value, before, next) => {
  if (before === '' && WHOLE_ADDRESS.test(value)) return leaveInUrl(value, before, next);
  if (HOST_AND_PORT.test(value) && INSIDE_AUTHORITY.test(before)) return value;
  return encodeURIComponent(value.toWellFormed());
};

/** Addresses are entered with or without a slash at the end; two in a row would be another path. */
const leaveInUrl: Encode = (value, _before, next) =>
  typeof next === 'string' && next.startsWith('/') ? value.replace(/\/+$/, '') : value;

function missingValues(template: string, segments: readonly MissingSegment[], code: ErrorCode): AppError {
  const missing = [...new Set(segments.map(describeMissing))];
  return new AppError(
    code,
    `The address "${template}" needs ${missing.join(' and ')}, which ${missing.length > 1 ? 'have' : 'has'} no value. Set it on the connection or the integration.`,
    { payload: { missing } },
  );
}

/** The value itself stays out of the message: it may be a credential. */
function notAnAddress(template: string, code: ErrorCode): AppError {
  return new AppError(
    code,
    `With this connection's values "${template}" does not become an address. It must start with https:// or http:// and name a host.`,
    { payload: { template } },
  );
}
