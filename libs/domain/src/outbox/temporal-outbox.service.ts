import { Injectable } from '@nestjs/common';
import { Database, TemporalCommandRepository, type Transaction } from '@svc/database';
import { OutboxDispatcher } from './outbox-dispatcher.service.js';
import { keyOf, type TemporalCommand } from './temporal-command.js';

/** How long the workers leave to the process that wrote commands. */
const HEAD_START_MS = 5_000;
/**
 * More of one transaction, such as after a deploy to thousands of connections, are left to the workers: whoever changes one sync
 * meanwhile does not wait behind them.
 */
const MOST_APPLIED_AT_ONCE = 100;

/**
 * The way from PostgreSQL to Temporal: what a transaction decides is written with it and applied after its commit, by this
 * process at once or, when it dies or Temporal is away, by a worker later.
 */
@Injectable()
export class TemporalOutbox {
  private readonly commands: TemporalCommandRepository;

  constructor(
    database: Database,
    private readonly dispatcher: OutboxDispatcher,
  ) {
    this.commands = new TemporalCommandRepository(database);
  }

  /** Commands of one key are applied in the order in which they stand here. */
  async enqueue(tx: Transaction, ...commands: readonly TemporalCommand[]): Promise<void> {
    if (commands.length === 0) return;
    const keys = new Set(commands.map(keyOf));
    const written = await this.commands.insert(
      commands.map((command) => ({ kind: command.kind, key: keyOf(command), input: { ...command } })),
      tx,
      keys.size > MOST_APPLIED_AT_ONCE ? 0 : HEAD_START_MS,
    );
    if (keys.size <= MOST_APPLIED_AT_ONCE) tx.afterCommit(() => this.dispatcher.applySoon(written, HEAD_START_MS));
  }
}
