import { createInterface } from 'node:readline/promises';
import { CliError } from '../cli-error.js';

/** Whether there is somebody to ask. */
export const canAsk = (): boolean => process.stdin.isTTY === true;

/**
 * Asks for a line of text. Asked on the error stream, so that it never mixes with `--json`.
 * @throws {CliError} when the user interrupts
 */
export async function ask(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((resolve, reject) => {
      prompt.once('close', () => reject(new CliError('Interrupted: nothing was done.', { code: 'declined' })));
      prompt.question(question).then((answer) => resolve(answer.trim()), reject);
    });
  } finally {
    prompt.close();
  }
}

/** Asks for one of several; by its number or its name. Asks again until the answer is one of them. */
export async function choose(question: string, choices: readonly string[]): Promise<number> {
  process.stderr.write(`${question}\n${choices.map((choice, index) => `  ${index + 1}  ${choice}\n`).join('')}`);
  for (;;) {
    const answer = await ask(`Number (1 to ${choices.length}): `);
    const index = choices.includes(answer) ? choices.indexOf(answer) : Number(answer) - 1;
    if (choices[index] !== undefined) return index;
  }
}
