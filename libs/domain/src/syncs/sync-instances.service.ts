import { Injectable } from '@nestjs/common';
import {
  Database,
  SyncRepository,
  type MissingSync,
  type NewSync,
  type StaleFrequency,
  type Transaction,
} from '@svc/database';
import { randomUUID } from 'node:crypto';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import { PAUSE_REASONS } from './pause-reasons.js';
import { SyncRunStops } from './sync-run-stops.service.js';
import { offsetOf } from './sync-timing.js';

/** Rows of one statement. */
const CHUNK = 1_000;

/**
 * Instances of syncs follow connections and deployed functions. Everything happens in the caller's transaction; Temporal's
 * Schedules follow after its commit.
 */
@Injectable()
export class SyncInstances {
  private readonly syncs: SyncRepository;

  constructor(
    database: Database,
    private readonly outbox: TemporalOutbox,
    private readonly stops: SyncRunStops,
  ) {
    this.syncs = new SyncRepository(database);
  }

  /** Gives a new connection an instance of every enabled sync of its integration; those with autoStart run at once. */
  async createForConnection(
    tx: Transaction,
    { integrationId, connectionId }: { environmentId: number; integrationId: number; connectionId: number },
  ): Promise<void> {
    await this.create(tx, await this.syncs.findMissing([integrationId], connectionId, tx), 'connection_created');
  }

  /** Takes the syncs of a deleted connection away, with whatever runs. */
  async removeForConnection(tx: Transaction, connectionId: number): Promise<void> {
    await this.remove(tx, await this.syncs.findOfConnection(connectionId, tx), 'connection_deleted');
  }

  /** Makes the instances of these integrations, which the caller has locked, follow what is published now. */
  async reconcileFunctions(
    tx: Transaction,
    { integrationIds }: { environmentId: number; integrationIds: readonly number[] },
  ): Promise<void> {
    const unpublished = await this.syncs.findUnpublished(integrationIds, tx);
    const stale = await this.syncs.findStaleFrequencies(integrationIds, tx);
    // All at once, in their order.
    await this.stops.hold(tx, [...unpublished, ...stale.map(({ syncId }) => syncId)]);
    await this.remove(tx, unpublished, 'function_deleted');
    await this.followFrequencies(tx, stale);
    await this.create(tx, await this.syncs.findMissing(integrationIds, undefined, tx), 'deployed');
  }

  /** The credentials of a connection are dead: nothing of it is started until somebody reconnects it. */
  async pauseForAuth(tx: Transaction, connectionId: number): Promise<void> {
    await this.applySchedules(tx, await this.syncs.pauseActive(connectionId, PAUSE_REASONS.authDead, tx));
  }

  /** A connection works again: what was paused for its credentials goes on at once; what a user paused stays paused. */
  async resumeForAuth(tx: Transaction, connectionId: number): Promise<void> {
    const resumed = await this.syncs.resumePausedFor(connectionId, PAUSE_REASONS.authDead, tx);
    await this.syncs.requestRuns(resumed, 'reconnected', tx);
    await this.outbox.enqueue(
      tx,
      ...resumed.flatMap((syncId): TemporalCommand[] => [
        { kind: 'schedule.apply', syncId },
        { kind: 'schedule.trigger', syncId },
      ]),
    );
  }

  /** Deletes instances, ends their runs and takes their Schedules away. */
  async remove(tx: Transaction, syncIds: readonly string[], reason: string): Promise<void> {
    if (syncIds.length === 0) return;
    const erroneous = await this.stops.hold(tx, syncIds);
    await this.stops.stopOpen(tx, syncIds, reason);
    await this.syncs.markDeleted(syncIds, tx);
    await this.stops.noteErrors(erroneous, tx);
    await this.applySchedules(tx, syncIds);
  }

  private async create(tx: Transaction, missing: readonly MissingSync[], trigger: string): Promise<void> {
    const wanted = missing.map((sync) => toNewSync(sync, trigger));
    for (let start = 0; start < wanted.length; start += CHUNK) {
      const chunk = wanted.slice(start, start + CHUNK);
      const created = new Set(await this.syncs.insert(chunk, tx));
      const commands = chunk.filter(({ syncId }) => created.has(syncId)).flatMap(commandsForNew);
      await this.outbox.enqueue(tx, ...commands);
    }
  }

  private async followFrequencies(tx: Transaction, stale: readonly StaleFrequency[]): Promise<void> {
    if (stale.length === 0) return;
    await this.syncs.setFrequencies(
      stale.map(({ syncId, frequency }) => ({
        syncId,
        frequency,
        frequencyOverride: null,
        offsetMs: offsetOf(syncId, frequency),
      })),
      tx,
    );
    await this.applySchedules(
      tx,
      stale.map(({ syncId }) => syncId),
    );
  }

  private async applySchedules(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await this.outbox.enqueue(tx, ...syncIds.map((syncId): TemporalCommand => ({ kind: 'schedule.apply', syncId })));
  }
}

function toNewSync({ autoStart, ...sync }: MissingSync, trigger: string): NewSync {
  const syncId = randomUUID();
  return {
    ...sync,
    syncId,
    variant: 'base',
    offsetMs: offsetOf(syncId, sync.frequency),
    pauseReason: autoStart ? null : PAUSE_REASONS.autoStartOff,
    pendingTrigger: autoStart ? trigger : null,
  };
}

const commandsForNew = ({ syncId, pendingTrigger }: NewSync): TemporalCommand[] => [
  { kind: 'schedule.apply', syncId },
  ...(pendingTrigger === null ? [] : [{ kind: 'schedule.trigger', syncId } as const]),
];
