import type { TaskQueue } from '@svc/contracts/workflows';

/** Injection token of the {@link ActivitySet}. */
export const ACTIVITIES = Symbol('ACTIVITIES');

/** Activities of each task queue, by name. A queue without any is not polled. */
export type ActivitySet = { readonly [Queue in TaskQueue]?: object };
