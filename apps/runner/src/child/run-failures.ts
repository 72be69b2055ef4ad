import { runFailureSchema, type RunFailure, type RunRequest } from '@svc/contracts';
import type { RawFailure } from '../isolate/raw-failure.js';
import { isReadableJson } from './readable-json.js';
import type { SourcePositions } from './source-positions.js';

const TIMED_OUT = 'Script execution timed out.';

/** A failure with the place in the function's own source. */
export const locate = (failure: RawFailure, positions: SourcePositions): RunFailure => {
  if (failure.stack === undefined) return failure;
  return { ...failure, ...positions.explain(failure.stack) };
};

const rawFailureSchema = runFailureSchema.omit({ location: true, codeFrame: true });

/** The isolate bounds what it describes; this is for one that does not. */
const MAX_FAILURE_LENGTH = 2 * 1024 * 1024;

/** A failure as the isolate describes it; a function that changed JSON or the prototypes may have spoilt the description. */
export const parseFailure = (text = ''): RawFailure => {
  const isReadable = text.length <= MAX_FAILURE_LENGTH && isReadableJson(text);
  const parsed = isReadable ? rawFailureSchema.safeParse(JSON.parse(text)) : undefined;
  return (
    parsed?.data ?? {
      type: 'function_error',
      name: 'Error',
      message: 'The function failed and left no readable error.',
    }
  );
};

/** V8 puts the place of a syntax error into its message. */
const SYNTAX_PLACE = / \[(svc:function:\d+:\d+)\]$/;

const toError = (error: unknown): { name: string; message: string; stack: string } => {
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? '' };
  return { name: 'NonError', message: `The function threw a value that is not an Error: ${String(error)}`, stack: '' };
};

/** What came out of a turn or of compiling: the function's own fault, with its place. */
export const failureOfTurn = (
  error: unknown,
  { limits }: Pick<RunRequest, 'limits'>,
  isolateDied: boolean,
): RawFailure => {
  const { name, message, stack } = toError(error);
  if (message === TIMED_OUT) return { ...cpuTimeExceeded(limits.cpuTimeMs), stack };
  if (isolateDied) return outOfMemory(limits.memoryMb);
  const place = SYNTAX_PLACE.exec(message);
  if (!place) return { type: 'function_error', name, message, stack };
  const text = message.replace(SYNTAX_PLACE, '');
  return { type: 'function_error', name, message: text, stack: `${name}: ${text}\n    at ${place[1]}` };
};

export const outOfMemory = (memoryMb: number): RunFailure => ({
  type: 'out_of_memory',
  name: 'OutOfMemoryError',
  message: `The function used more than its ${memoryMb} MiB of memory. Handle the data in smaller pages.`,
});

export const cpuTimeExceeded = (cpuTimeMs: number): RunFailure => ({
  type: 'cpu_time_exceeded',
  name: 'CpuTimeExceededError',
  message: `The function computed for more than ${cpuTimeMs} ms without giving way. Look for an endless loop.`,
});

export const wallTimeExceeded = (wallTimeMs: number): RunFailure => ({
  type: 'wall_time_exceeded',
  name: 'WallTimeExceededError',
  message: `The function ran for longer than ${wallTimeMs} ms.`,
});

export const neverSettles = (): RunFailure => ({
  type: 'function_error',
  name: 'NeverSettlesError',
  message: 'The function waits for a promise that nothing can settle: no call and no timer is under way.',
});

export const platformFailure = (message: string): RunFailure => ({ type: 'platform', name: 'PlatformError', message });
