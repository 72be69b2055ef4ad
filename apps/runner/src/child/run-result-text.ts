import type { RunFailure, RunRequest, RunResult } from '@svc/contracts';

export const resultText = (result: RunResult): string => JSON.stringify(result);

export const failureText = (error: RunFailure): string => resultText({ outcome: 'failed', error });

/** The output is JSON already and may be megabytes: it is put in place, not parsed and written again. */
export const completedText = (output: string | undefined, { limits }: Pick<RunRequest, 'limits'>): string => {
  if (output === undefined) return resultText({ outcome: 'completed' });
  const bytes = Buffer.byteLength(output);
  if (bytes <= limits.outputBytes) return `{"outcome":"completed","output":${output}}`;
  const message = `The output has ${bytes} bytes; at most ${limits.outputBytes} are allowed.`;
  return failureText({ type: 'output_too_big', name: 'OutputTooBigError', message });
};
