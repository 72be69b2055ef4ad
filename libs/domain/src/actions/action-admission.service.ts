import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@svc/config';
import { ActionSlotsRepository, Database } from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import { CONFIG } from '../core/core.tokens.js';
import { ActionSlots, type ActionPlace } from './action-slots.js';

const EXCHANGE_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = '5';

interface Waiter {
  readonly place: ActionPlace;
  readonly start: (release: () => void) => void;
}

/**
 * Decides which actions may run: so many of an environment and of a connection at a time. Counted in each process and summed over
 * all through PostgreSQL once a second, so a limit may be passed for about that long. While PostgreSQL is away each process
 * counts for itself.
 */
@Injectable()
export class ActionAdmission implements OnApplicationShutdown {
  private readonly processId = randomUUID();
  private readonly slots: ActionSlots;
  private readonly repository: ActionSlotsRepository;
  /** Oldest first. */
  private readonly waiting = new Set<Waiter>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    database: Database,
  ) {
    this.slots = new ActionSlots(config.action.slots);
    this.repository = new ActionSlotsRepository(database);
  }

  /** Takes a slot; undefined when there is none. What it answers gives the slot back. */
  tryTake(place: ActionPlace): (() => void) | undefined {
    if (this.slots.reachedLimit(place)) return undefined;
    this.slots.take(place);
    this.timer ??= setTimeout(() => void this.exchange(), EXCHANGE_EVERY_MS).unref();
    let isTaken = true;
    return () => {
      if (isTaken) this.slots.release(place);
      isTaken = false;
      this.admitWaiting();
    };
  }

  /**
   * Takes a slot, waiting for one as long as the setting says.
   * @throws {AppError} `too_many_request` when none came free; `script_aborted` when `signal` was aborted.
   */
  async take(place: ActionPlace, signal: AbortSignal): Promise<() => void> {
    return this.tryTake(place) ?? (await this.wait(place, signal));
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** Tells the others what runs here, and learns what runs there; stops once nothing runs here. */
  async exchange(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.slots.learn(await this.repository.exchange(this.processId, this.slots.taken));
      if (this.slots.isIdle) await this.repository.leave(this.processId);
    } catch {
      this.slots.learn(new Map());
    }
    this.admitWaiting();
    const isNeeded = !this.slots.isIdle || this.waiting.size > 0;
    this.timer = isNeeded ? setTimeout(() => void this.exchange(), EXCHANGE_EVERY_MS).unref() : undefined;
  }

  private wait(place: ActionPlace, signal: AbortSignal): Promise<() => void> {
    const { startWithinMs } = this.config.action;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.waiting.delete(waiter);
      };
      const refuse = (error: AppError): void => (leave(), reject(error));
      const abort = (): void => refuse(new AppError('script_aborted', 'The caller was gone before the action ran.'));
      const waiter = { place, start: (release: () => void) => (leave(), resolve(release)) };
      const timer = setTimeout(() => refuse(this.refusal(place)), startWithinMs);
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.add(waiter);
      this.timer ??= setTimeout(() => void this.exchange(), EXCHANGE_EVERY_MS).unref();
    });
  }

  private admitWaiting(): void {
    for (const { place, start } of this.waiting) {
      const release = this.tryTake(place);
      if (release) start(release);
    }
  }

  private refusal(place: ActionPlace): AppError {
    const { slots, startWithinMs } = this.config.action;
    const limit = this.slots.reachedLimit(place) ?? 'environment';
    return new AppError(
      'too_many_request',
      `${slots[limit]} actions of this ${limit} run already, its limit, and none ended within ${startWithinMs} ms. ` +
        'Nothing was started: call again later, or with X-Async, which waits for its turn.',
      { payload: { limit, slots: slots[limit] }, headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
    );
  }
}
