import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database, TemporalCommandRepository, type TemporalCommandRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { GatewayMetrics, type Logger } from '@svc/observability';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '../core/core.tokens.js';
import { CommandApplier } from './command-applier.service.js';

/** Commands of its own transactions that a process applies at the same time. */
const OWN_AT_ONCE = 16;
const MOST_WAITING = 1_000;
/** A round of applying what is due ends after this, well within the lease of a command. */
const ROUND_MS = 20_000;
const FIRST_BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 60_000;
/** After Temporal gave no answer, nothing is tried right away for this long; the workers find what is left. */
const BREAK_MS = 5_000;
/** A process that ends does not wait for a Temporal that hangs; what it leaves, a worker does. */
const SHUTDOWN_MS = 2_000;

/** A command that this process wrote. */
interface OwnCommand {
  readonly command: TemporalCommandRow;
  /** Until then workers usually leave it alone: the head start counts from the begin of the transaction. */
  readonly aloneUntil: number;
}

/** Applies commands of the outbox: its own process's right after their commit, everybody's when they are due. */
@Injectable()
export class OutboxDispatcher implements OnApplicationShutdown {
  private readonly commands: TemporalCommandRepository;
  /** Of each own transaction what nobody has begun with, one command a key. */
  private waiting: OwnCommand[][] = [];
  private readonly active = new Set<Promise<void>>();
  private unavailableUntil = 0;
  private isEnding = false;

  constructor(
    database: Database,
    @Inject(CommandApplier) private readonly applier: Pick<CommandApplier, 'apply'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: GatewayMetrics,
  ) {
    this.commands = new TemporalCommandRepository(database);
  }

  /**
   * Applies what a transaction wrote, in the background. Transactions take turns, the oldest first: somebody who asked for one
   * change does not wait behind whoever asked for a hundred, nor behind those who come later. Best effort: what is left waiting,
   * or fails, is taken up by a worker.
   * @param headStartMs how long the workers leave it to this process
   */
  applySoon(written: readonly TemporalCommandRow[], headStartMs: number): void {
    const room = MOST_WAITING - this.waiting.reduce((sum, { length }) => sum + length, 0);
    if (Date.now() < this.unavailableUntil || this.isEnding || room <= 0) return;
    const lastOfKeys = new Map(written.map((command) => [command.key, command]));
    const aloneUntil = Date.now() + headStartMs;
    this.waiting.push([...lastOfKeys.values()].slice(0, room).map((command) => ({ command, aloneUntil })));
    this.fill();
  }

  /**
   * Applies commands that are due, whoever wrote them, `atOnce` at the same time, until none is left, Temporal gives no answer or
   * a while has passed. Answers how many keys it took up.
   */
  async applyDue(atOnce: number): Promise<number> {
    const until = Date.now() + ROUND_MS;
    const active = new Set<Promise<void>>();
    let count = 0;
    for (let due = await this.claim(atOnce); due.length > 0; due = await this.claim(atOnce - active.size)) {
      count += due.length;
      for (const command of due) track(active, this.applyFrom(command));
      // No barrier: the slowest one holds up nobody, and places are given again in handfuls.
      while (active.size > atOnce / 2) await Promise.race(active);
      if (Date.now() > until) break;
    }
    await Promise.all(active);
    return count;
  }

  /** Waits until nothing of this process is being applied. */
  async drain(): Promise<void> {
    while (this.active.size > 0) await Promise.all(this.active);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    this.waiting = [];
    const waited = new AbortController();
    const limit = delay(SHUTDOWN_MS, undefined, { signal: waited.signal }).catch(() => undefined);
    await Promise.race([this.drain(), limit]);
    waited.abort();
  }

  private async claim(limit: number): Promise<TemporalCommandRow[]> {
    return this.isEnding || Date.now() < this.unavailableUntil ? [] : await this.commands.claimDue(limit);
  }

  /** The commands that wait here would all fail as well, each with two statements for nothing. */
  private takeBreak(): void {
    this.unavailableUntil = Date.now() + BREAK_MS;
    this.waiting = [];
  }

  private fill(): void {
    while (this.active.size < OWN_AT_ONCE) {
      const own = this.takeTurn();
      if (!own) return;
      const work = this.applyOwn(own).finally(() => {
        this.active.delete(work);
        this.fill();
      });
      this.active.add(work);
    }
  }

  private takeTurn(): OwnCommand | undefined {
    const transaction = this.waiting.shift();
    const own = transaction?.shift();
    if (transaction && transaction.length > 0) this.waiting.push(transaction);
    return own;
  }

  private async applyOwn({ command, aloneUntil }: OwnCommand): Promise<void> {
    try {
      // A workflow is started once, however often and by whomever that is asked for: its command need not be held.
      if (command.kind === 'workflow.start' && Date.now() < aloneUntil) return void (await this.applyOne(command));
      const next = await this.commands.claimNext(command.key);
      if (next) await this.applyFrom(next);
    } catch (error) {
      this.logger.warn(
        { err: error, key: command.key },
        'A command for Temporal could not be read or removed; a worker will apply it.',
      );
    }
  }

  /** Applies a command and those that follow it under the same key, until one fails. */
  private async applyFrom(first: TemporalCommandRow): Promise<void> {
    let command: TemporalCommandRow | undefined = first;
    while (command && (await this.applyOne(command))) command = await this.commands.claimNext(command.key);
  }

  private async applyOne(command: TemporalCommandRow): Promise<boolean> {
    try {
      await this.applier.apply(command);
      await this.commands.remove(command.id);
      this.metrics.commandsApplied.inc({ kind: command.kind, outcome: 'applied' });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'temporal_unavailable') this.takeBreak();
      this.metrics.commandsApplied.inc({ kind: command.kind, outcome: 'failed' });
      const delayMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(command.attempts, 10));
      this.logger.warn(
        { err: error, kind: command.kind, key: command.key, attempts: command.attempts, delayMs },
        'A command for Temporal failed; it will be repeated.',
      );
      await this.commands.postpone(command.id, delayMs, error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}

function track(active: Set<Promise<void>>, work: Promise<void>): void {
  const tracked = work.finally(() => active.delete(tracked));
  active.add(tracked);
}
