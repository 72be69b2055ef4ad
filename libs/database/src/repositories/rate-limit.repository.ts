import type { Queryable } from '../database.js';

/** Requests of one bucket in one window. */
export interface RateLimitDelta {
  readonly bucket: string;
  /** Unix time in seconds. */
  readonly windowStart: number;
  readonly count: number;
}

/** The counts of the rate limit, summed over all processes. */
export class RateLimitRepository {
  constructor(private readonly database: Queryable) {}

  /** Adds to the sums and returns them. */
  async add(deltas: readonly RateLimitDelta[]): Promise<RateLimitDelta[]> {
    // In one order in every process, so that two of them never wait for each other.
    const ordered = [...deltas].sort((left, right) => (left.bucket < right.bucket ? -1 : 1));
    const { rows } = await this.database.query<RateLimitDelta>(
      `INSERT INTO rate_limit_windows (bucket, window_start, count)
       SELECT * FROM unnest($1::text[], $2::int[], $3::int[])
       ON CONFLICT (bucket, window_start) DO UPDATE SET count = rate_limit_windows.count + excluded.count
       RETURNING bucket, window_start AS "windowStart", count`,
      [
        ordered.map(({ bucket }) => bucket),
        ordered.map(({ windowStart }) => windowStart),
        ordered.map(({ count }) => count),
      ],
    );
    return rows;
  }

  /** Removes windows that began before `windowStart`. */
  async prune(windowStart: number): Promise<void> {
    await this.database.query('DELETE FROM rate_limit_windows WHERE window_start < $1', [windowStart]);
  }
}
