import { AppError } from '@svc/errors';
import qs from 'qs';

const MAX_PARAMETERS = 1_000;

/** Where a query that could not be read says why: the router calls the parser where nothing could catch an error. */
const failures = new WeakMap<object, AppError>();

/**
 * Reads a query string once, for every route: repeated keys are arrays, `tags[a]=b` is an object, one level deep. Objects have
 * no prototype, so that no key finds anything but what was sent. Never throws: {@link checkQuery} does, once hooks run.
 */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, {
      depth: 1,
      strictDepth: true,
      allowDots: false,
      plainObjects: true,
      parseArrays: true,
      arrayLimit: MAX_PARAMETERS,
      parameterLimit: MAX_PARAMETERS,
      throwOnLimitExceeded: true,
      duplicates: 'combine',
      decoder: decode,
    });
  } catch (error) {
    const message = 'The query has more than 1,000 parameters or nests them too deeply.';
    const unread = {};
    failures.set(
      unread,
      error instanceof AppError ? error : new AppError('invalid_query_params', message, { cause: error }),
    );
    return unread;
  }
}

/** @throws {AppError} `invalid_query_params` when {@link parseQuery} could not read the query. */
export function checkQuery(query: unknown): void {
  const failure = typeof query === 'object' && query !== null ? failures.get(query) : undefined;
  if (failure) throw failure;
}

/** qs leaves `__proto__` out without a word; a strict query refuses what it does not know. */
const decode: qs.IParseOptions['decoder'] = (text, defaultDecoder, charset, type) => {
  const decoded: string = defaultDecoder(text, undefined, charset);
  if (type === 'key' && decoded.includes('__proto__')) {
    const issue = { code: 'unrecognized_keys', message: 'Unrecognized key: "__proto__"', path: ['__proto__'] };
    throw new AppError('invalid_query_params', '__proto__: no parameter has this name.', { errors: [issue] });
  }
  return decoded;
};
