const WINDOW_SECONDS = 60;
const MAX_BUCKETS = 50_000;

/** Requests of one bucket in one window. */
export interface WindowCount {
  readonly bucket: string;
  /** Unix time in seconds. */
  readonly windowStart: number;
  readonly count: number;
}

interface Window {
  readonly windowStart: number;
  readonly isShared: boolean;
  /** Sum over all processes, as far as it is known. */
  summed: number;
  /** Counted here and not in `summed` yet. */
  pending: number;
}

/** The counts of the current window, bucket by bucket. */
export class RateWindows {
  private readonly windows = new Map<string, Window>();

  add(bucket: string, cost: number, nowSeconds: number, isShared: boolean): { count: number; windowStart: number } {
    const windowStart = nowSeconds - (nowSeconds % WINDOW_SECONDS);
    let window = this.windows.get(bucket);
    if (window?.windowStart !== windowStart) {
      if (this.windows.size >= MAX_BUCKETS) this.forgetAddresses();
      window = { windowStart, isShared, summed: 0, pending: 0 };
      this.windows.set(bucket, window);
    }
    window.pending += cost;
    return { count: window.summed + window.pending, windowStart };
  }

  /** Takes the counts that other processes do not know yet, and forgets windows that are over. */
  takeDeltas(nowSeconds: number): WindowCount[] {
    const deltas: WindowCount[] = [];
    for (const [bucket, window] of this.windows) {
      if (window.windowStart + WINDOW_SECONDS <= nowSeconds) {
        this.windows.delete(bucket);
      } else if (window.isShared && window.pending > 0) {
        deltas.push({ bucket, windowStart: window.windowStart, count: window.pending });
        window.summed += window.pending;
        window.pending = 0;
      }
    }
    return deltas;
  }

  /** Counts that could not be shared wait for the next time. */
  giveBack(deltas: readonly WindowCount[]): void {
    for (const { bucket, windowStart, count } of deltas) {
      const window = this.windows.get(bucket);
      if (window?.windowStart !== windowStart) continue;
      window.summed -= count;
      window.pending += count;
    }
  }

  /** Takes over the sums of all processes. */
  learn(sums: readonly WindowCount[]): void {
    for (const { bucket, windowStart, count } of sums) {
      const window = this.windows.get(bucket);
      if (window?.windowStart === windowStart) window.summed = count;
    }
  }

  /** A flood of addresses must not fill the memory; forgetting them gives each a fresh window. */
  private forgetAddresses(): void {
    for (const [bucket, { isShared }] of this.windows) if (!isShared) this.windows.delete(bucket);
  }
}
