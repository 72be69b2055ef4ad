import type { RunFailure, RunRequest, RunResult } from '@svc/contracts';
import { isReadableJson } from './readable-json.js';

export const resultText = (result: RunResult): string => JSON.stringify(result);

export const failureText = (error: RunFailure): string => resultText({ outcome: 'failed', error });

const unreadable = failureText({
  type: 'function_error',
  name: 'UnreadableOutputError',
  message:
    'The output is not JSON that could be read: it is nested too deeply, or the function changed JSON.stringify.',
});

/** The output is JSON already and may be megabytes: it is put in place, not written again. */
export const completedText = (output: string | undefined, { limits }: Pick<RunRequest, 'limits'>): string => {
  if (output === undefined) return resultText({ outcome: 'completed' });
  const bytes = Buffer.byteLength(output);
  if (bytes <= limits.outputBytes)
    return isReadableJson(output) ? `{"outcome":"completed","output":${output}}` : unreadable;
  const message = `The output has ${bytes} bytes; at most ${limits.outputBytes} are allowed.`;
  return failureText({ type: 'output_too_big', name: 'OutputTooBigError', message });
};
