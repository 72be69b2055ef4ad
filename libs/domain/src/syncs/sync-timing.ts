import { createHash } from 'node:crypto';
import { nextRunAt, parseFrequency } from '../schedules/frequency.js';

/** Starts are spread over at most a day, however long the interval is. */
const LONGEST_SPREAD_MS = 86_400_000;
const SECOND_MS = 1000;

/** By how much the starts of a sync are moved: always the same for one sync, spread evenly over many. In whole seconds. */
export function offsetOf(syncId: string, frequency: string | null): number {
  const parsed = frequency === null ? undefined : parseFrequency(frequency);
  if (parsed?.kind !== 'interval') return 0;
  const spreadSeconds = Math.floor(Math.min(parsed.ms, LONGEST_SPREAD_MS) / SECOND_MS);
  return (createHash('sha256').update(syncId).digest().readUInt32BE() % spreadSeconds) * SECOND_MS;
}

interface Timed {
  readonly frequency: string | null;
  readonly offsetMs: number;
}

/** When the schedule of a sync starts it next, reckoned from its row; null when it runs on demand only. */
export function nextStartOf({ frequency, offsetMs }: Timed, from = new Date()): Date | null {
  return frequency === null ? null : nextRunAt(parseFrequency(frequency), { offsetMs, from });
}

/** Whether a sync should have started again since its latest run, or has never run. */
export function isOverdue(sync: Timed & { readonly lastStartedAt: Date | null }, now = new Date()): boolean {
  if (sync.lastStartedAt === null) return true;
  const next = nextStartOf(sync, sync.lastStartedAt);
  return next !== null && next <= now;
}
