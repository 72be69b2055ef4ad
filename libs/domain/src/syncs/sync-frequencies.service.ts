import { Injectable } from '@nestjs/common';
import type { SyncReference } from '@svc/contracts';
import { Database, SyncRepository } from '@svc/database';
import { AppError } from '@svc/errors';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { frequencyText, parseFrequency } from '../schedules/frequency.js';
import { SyncTargets, type SyncTarget, type UnknownTarget } from './sync-targets.service.js';
import { offsetOf } from './sync-timing.js';

const OF_FREQUENCY: UnknownTarget = {
  integration: 'unknown_provider_config',
  connection: 'unknown_connection',
  connectionStatus: 400,
};

/** Frequencies of single connections, over those of the definitions. */
@Injectable()
export class SyncFrequencies {
  private readonly syncs: SyncRepository;

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly outbox: TemporalOutbox,
  ) {
    this.syncs = new SyncRepository(database);
  }

  /** Sets a connection's own frequency; null brings the definition's back. Answers the one in force. */
  async update(
    target: SyncTarget & { connectionId: string },
    { name, variant }: SyncReference,
    text: string | null,
  ): Promise<string | null> {
    const override = text === null ? null : frequencyText(parseFrequency(text));
    const { connectionId } = await this.targets.scopeOf(target, OF_FREQUENCY);
    return await this.database.transaction(async (tx) => {
      const sync = connectionId === undefined ? undefined : await this.syncs.find(connectionId, name, variant, tx);
      if (!sync)
        throw new AppError(
          'unknown_sync',
          `sync_name: the connection "${target.connectionId}" has no sync "${name}" with variant "${variant}".`,
        );
      const frequency = override ?? sync.definedFrequency;
      const { syncId } = sync;
      await this.syncs.setFrequencies(
        [{ syncId, frequency, frequencyOverride: override, offsetMs: offsetOf(syncId, frequency) }],
        tx,
      );
      await this.outbox.enqueue(tx, { kind: 'schedule.apply', syncId });
      return frequency;
    });
  }
}
