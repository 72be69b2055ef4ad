import { createInterface } from 'node:readline/promises';
import { CliError } from './cli-error.js';

/**
 * Asks a yes-or-no question; no answer means no.
 * @throws {CliError} when there is no terminal to ask at.
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CliError(`${question} There is no terminal to ask at, so nothing was done.`, {
      code: 'no_terminal',
      hint: 'Pass --yes to agree beforehand.',
    });
  }
  // Asked on the error stream, so that it never mixes with --json.
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
