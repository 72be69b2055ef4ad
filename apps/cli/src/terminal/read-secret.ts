import { Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { CliError } from '../cli-error.js';
import { canAsk } from './ask.js';

/** A value that nobody should see: asked for without echo at a terminal, else all of the standard input. */
export async function readSecret(question: string): Promise<string> {
  if (!canAsk()) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal echoes nothing: only then may somebody begin to type, or to paste.
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      prompt.once('close', () => reject(new CliError('Interrupted: nothing was done.', { code: 'declined' })));
      prompt.question('').then(resolve, reject);
    });
  } finally {
    prompt.close();
    process.stderr.write('\n');
  }
}
