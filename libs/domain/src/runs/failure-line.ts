import type { RunFailure } from '@svc/contracts';
import type { OperationLine } from '../logs/operation.js';

/** How the log tells of a failed run: with the place in the function's own file. */
export const failureLine = ({ name, message, location, codeFrame, upstream }: RunFailure): OperationLine => ({
  level: 'error',
  message: `${name}: ${message}`,
  payload: {
    ...(location && { location }),
    ...(codeFrame !== undefined && { code_frame: codeFrame }),
    ...(upstream && { upstream }),
  },
});
