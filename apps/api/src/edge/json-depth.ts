import { AppError } from '@svc/errors';

/** Deeper values exhaust the stack of what walks them: JSON.stringify gives up at a few thousand levels. */
export const MAX_BODY_DEPTH = 500;

/** Why a parsed body is nested too deeply to be worked with, or null. Goes level by level, without recursion. */
export function depthProblem(root: unknown): AppError | null {
  let level = isObject(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_BODY_DEPTH) {
      return new AppError('invalid_body', `The body is nested more than ${MAX_BODY_DEPTH} levels deep: flatten it.`);
    }
    level = level.flatMap((value) => (Array.isArray(value) ? value : Object.values(value)).filter(isObject));
  }
  return null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
