import { CliError } from '../cli-error.js';
import { ask, canAsk } from './ask.js';

/**
 * Asks a yes-or-no question; no answer means no.
 * @throws {CliError} when there is no terminal to ask at
 */
export async function confirm(question: string): Promise<boolean> {
  if (!canAsk()) {
    throw new CliError(`${question} There is no terminal to ask at, so nothing was done.`, {
      code: 'no_terminal',
      hint: 'Pass --yes to agree beforehand.',
    });
  }
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
}
