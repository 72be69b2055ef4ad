import { Inject, Injectable } from '@nestjs/common';
import { Database, RefreshLeaseRepository, type RefreshState } from '@svc/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { RENEWAL_TIMING, type RenewalTiming } from '../auth-modes/tokens/renewal-timing.js';

interface Waiter {
  readonly round: number;
  readonly resolve: (state: RefreshState | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Waits for refreshes that other processes run: one query at a time for all connections of this process. */
@Injectable()
export class RefreshPoller {
  private readonly waiters = new Map<number, Waiter>();
  private readonly leases: RefreshLeaseRepository;
  private isPolling = false;

  constructor(
    database: Database,
    @Inject(RENEWAL_TIMING) private readonly timing: RenewalTiming,
  ) {
    this.leases = new RefreshLeaseRepository(database);
  }

  /**
   * Resolves once the refresh has ended (its round differs) or its lease is free to take; undefined when the connection is
   * gone. One waiter per connection: callers share a promise.
   */
  untilChanged(connectionId: number, round: number): Promise<RefreshState | undefined> {
    const changed = new Promise<RefreshState | undefined>((resolve, reject) =>
      this.waiters.set(connectionId, { round, resolve, reject }),
    );
    if (!this.isPolling) void this.poll();
    return changed;
  }

  private async poll(): Promise<void> {
    this.isPolling = true;
    while (this.waiters.size > 0) {
      await sleep(this.timing.pollMs);
      await this.look();
    }
    this.isPolling = false;
  }

  private async look(): Promise<void> {
    const asked = new Map(this.waiters);
    try {
      const states = new Map((await this.leases.states([...asked.keys()])).map((state) => [state.id, state]));
      for (const [id, waiter] of asked) {
        const state = states.get(id);
        if (state && state.round === waiter.round && !state.isFree) continue;
        this.waiters.delete(id);
        waiter.resolve(state);
      }
    } catch (error) {
      for (const [id, waiter] of asked) {
        this.waiters.delete(id);
        waiter.reject(error);
      }
    }
  }
}
