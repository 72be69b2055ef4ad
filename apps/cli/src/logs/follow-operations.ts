import type { Operation, OperationLine } from '@svc/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import type { OperationFilters, OperationLog } from './operation-log.js';

type ReadableLog = Pick<OperationLog, 'latest' | 'lines' | 'one'>;

const POLL_MS = 1000;
const MAX_NEW = 200;
/** Operations are found again for so long, as one may become visible a little after a later one. */
const OVERLAP_MS = 10_000;
/** Another process may write lines of an operation a little after its end; the gateway tells of a line once it is a second old. */
const LINES_SETTLED_MS = 2500;
/** Sorts before every line. */
const BEFORE_ALL_LINES = '00000000-0000-0000-0000-000000000000';

/** What a follower hears. */
export interface LogFollower {
  began(operation: Operation): void;
  line(operation: Operation, line: OperationLine): void;
  ended(operation: Operation): void;
  /** The gateway did not answer; it is asked again. */
  failed(error: unknown): void;
}

interface Followed {
  operation: Operation;
  /** The lines after it are still to be told. */
  lastLine: string;
  /** When it was first seen to be over, in milliseconds of this process. */
  overSinceMs?: number;
}

export interface FollowOptions {
  readonly filters: OperationFilters;
  readonly level?: string | undefined;
  readonly withLines: boolean;
  /** ISO 8601: operations that began earlier are not told of. */
  readonly since: string;
  /** Told of already. */
  readonly known?: readonly string[];
  readonly signal: AbortSignal;
}

/** Tells of operations and their lines as they come, until it is aborted. */
export async function followOperations(log: ReadableLog, options: FollowOptions, follower: LogFollower): Promise<void> {
  const running = new Map<string, Followed>();
  const known = new Set<string>(options.known);
  let sinceMs = Date.parse(options.since);
  while (!options.signal.aborted) {
    try {
      const since = new Date(sinceMs).toISOString();
      for (const operation of await log.latest({ ...options.filters, since }, MAX_NEW)) {
        if (!known.has(operation.id)) {
          known.add(operation.id);
          running.set(operation.id, { operation, lastLine: BEFORE_ALL_LINES });
          follower.began(operation);
        }
        sinceMs = Math.max(sinceMs, Date.parse(operation.started_at) - OVERLAP_MS);
      }
      for (const followed of running.values()) await goOn(log, followed, options, follower, running);
    } catch (error) {
      follower.failed(error);
    }
    await wait(POLL_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function goOn(
  log: ReadableLog,
  followed: Followed,
  { level, withLines }: FollowOptions,
  follower: LogFollower,
  running: Map<string, Followed>,
): Promise<void> {
  const { id } = followed.operation;
  if (followed.overSinceMs === undefined) {
    followed.operation = await log.one(id);
    if (followed.operation.status !== 'running') followed.overSinceMs = performance.now();
  }
  const { operation, overSinceMs } = followed;
  const isOver = overSinceMs !== undefined && (!withLines || performance.now() - overSinceMs >= LINES_SETTLED_MS);
  if (withLines) {
    for (const line of await log.lines(id, { level, after: followed.lastLine })) {
      followed.lastLine = line.id;
      follower.line(operation, line);
    }
  }
  if (!isOver) return;
  running.delete(id);
  follower.ended(operation);
}
