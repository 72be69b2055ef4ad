import { AppError } from '@svc/errors';
import qs from 'qs';

const MAX_PARAMETERS = 1_000;

/**
 * Reads a query string once, for every route: repeated keys are arrays, `tags[a]=b` is an object, one level deep. Objects have
 * no prototype, so a key such as `__proto__` is a key like any other, which strict schemas refuse.
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
    });
  } catch (error) {
    throw new AppError('invalid_query_params', 'The query has more than 1,000 parameters or nests them too deeply.', {
      cause: error,
    });
  }
}
