import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { ACTION_STATUS_HEADER } from '@svc/contracts';
import { ActionRunRepository, Database, type ActionRunRow, type ActionRunStatus } from '@svc/database';
import { AppError } from '@svc/errors';
import { ActionPayloads } from './action-payloads.service.js';

const POLL_EVERY_MS = 25;
const UNFINISHED: ReadonlySet<ActionRunStatus> = new Set(['queued', 'running']);

/** What became of asynchronous actions. */
@Injectable()
export class ActionResults implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly runs: ActionRunRepository;
  /** Calls that wait, by run: one poller serves them all, so that a thousand waiters hold no thousand connections. */
  private readonly waiting = new Map<string, Set<() => void>>();
  private timer: NodeJS.Timeout | undefined;
  private readonly ending = new AbortController();

  constructor(
    database: Database,
    private readonly payloads: ActionPayloads,
  ) {
    this.runs = new ActionRunRepository(database);
  }

  /**
   * JSON text of what the action returned.
   * @throws {AppError} `not_found` when the id is unknown, or, with a header that tells the status, while the action is
   *   `queued` or `running` (D16); what the action failed with.
   */
  async get(environmentId: number, id: string): Promise<string> {
    return this.answerOf(await this.find(environmentId, id));
  }

  /** As {@link get}; an action that goes on gets so much time to end first, less when the caller is gone or the process stops. */
  async getWithin(environmentId: number, id: string, waitMs: number, signal: AbortSignal): Promise<string> {
    const run = await this.find(environmentId, id);
    if (waitMs === 0 || !UNFINISHED.has(run.status)) return this.answerOf(run);
    await this.whenEnded(id, AbortSignal.any([signal, this.ending.signal, AbortSignal.timeout(waitMs)]));
    return await this.get(environmentId, id);
  }

  /** As {@link get}, once the action has ended. Ends early, with the 404 of an unfinished action, when the caller is gone. */
  async waitFor(environmentId: number, id: string, signal: AbortSignal): Promise<string> {
    const [ended] = await this.runs.findEnded([id]);
    if (ended === undefined) await this.whenEnded(id, signal);
    return await this.get(environmentId, id);
  }

  /** Whoever only asked asks another process. */
  beforeApplicationShutdown(): void {
    this.ending.abort();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private async find(environmentId: number, id: string): Promise<ActionRunRow> {
    const run = await this.runs.find(environmentId, id);
    if (!run) throw new AppError('not_found', `No action run with id ${id} exists.`);
    return run;
  }

  private answerOf(run: ActionRunRow): string {
    if (run.status === 'succeeded') return this.payloads.openOutput(run.outputSealed);
    if (run.errorSealed !== null) throw this.payloads.openError(run.errorSealed);
    throw new AppError('not_found', `The action is ${run.status}: ask again later.`, {
      headers: { [ACTION_STATUS_HEADER]: run.status },
    });
  }

  private async whenEnded(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const waiters = this.waiting.get(id) ?? new Set();
      this.waiting.set(id, waiters.add(resolve));
      signal.addEventListener('abort', () => (waiters.delete(resolve), resolve()), { once: true });
      this.poll();
    });
  }

  private poll(): void {
    this.timer ??= setTimeout(() => void this.pollOnce(), POLL_EVERY_MS);
  }

  private async pollOnce(): Promise<void> {
    for (const [id, waiters] of this.waiting) if (waiters.size === 0) this.waiting.delete(id);
    // An outage of PostgreSQL only lengthens the wait.
    const ended = this.waiting.size === 0 ? [] : await this.runs.findEnded([...this.waiting.keys()]).catch(() => []);
    for (const id of ended) {
      for (const resolve of this.waiting.get(id) ?? []) resolve();
      this.waiting.delete(id);
    }
    this.timer = undefined;
    if (this.waiting.size > 0) this.poll();
  }
}
