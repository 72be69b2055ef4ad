import { Injectable } from '@nestjs/common';
import { Database, TemporalCommandRepository, type Transaction } from '@svc/database';
import { OutboxDispatcher } from './outbox-dispatcher.service.js';
import { keyOf, type TemporalCommand } from './temporal-command.js';

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
    await this.commands.insert(
      commands.map((command) => ({ kind: command.kind, key: keyOf(command), input: { ...command } })),
      tx,
    );
    tx.afterCommit(() => this.dispatcher.applySoon(commands.map(keyOf)));
  }
}
