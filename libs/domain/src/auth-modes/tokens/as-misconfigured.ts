import { AppError } from '@svc/errors';
import { TokenFailure } from './token-failure.js';

/**
 * Does what comes before a token request: what keeps it from being written says nothing about the provider.
 *
 * @throws TokenFailure `misconfigured` in the place of an AppError.
 */
export async function asMisconfigured<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new TokenFailure('misconfigured', error.message, undefined, { cause: error });
    throw error;
  }
}
