import { Injectable } from '@nestjs/common';
import { BASE_VARIANT, MAX_VARIANTS, type SyncReference, type SyncVariant } from '@svc/contracts';
import {
  Database,
  IntegrationRepository,
  SyncRepository,
  type SyncRow,
  type SyncScope,
  type Transaction,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { SyncInstances } from './sync-instances.service.js';
import { SyncTargets, type SyncTarget, type UnknownTarget } from './sync-targets.service.js';
import { offsetOf } from './sync-timing.js';

const OF_VARIANT: UnknownTarget = {
  integration: 'unknown_provider_config',
  connection: 'unknown_connection',
  connectionStatus: 400,
};

/** Extra instances of a sync for one connection. */
@Injectable()
export class SyncVariants {
  private readonly syncs: SyncRepository;
  private readonly integrations: IntegrationRepository;

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly instances: SyncInstances,
    private readonly outbox: TemporalOutbox,
  ) {
    this.syncs = new SyncRepository(database);
    this.integrations = new IntegrationRepository(database);
  }

  /** Creates a variant. It starts at once, or is paused where the sync itself is. */
  async create(target: SyncTarget, reference: SyncReference): Promise<SyncVariant> {
    assertNotBase(reference);
    const scope = await this.targets.scopeOf(target, OF_VARIANT);
    return await this.database.transaction((tx) => this.insert(tx, scope, reference));
  }

  /** @throws {AppError} `not_found` when there is no such variant. */
  async remove(target: SyncTarget, reference: SyncReference): Promise<void> {
    assertNotBase(reference);
    const { connectionId } = await this.targets.scopeOf(target, OF_VARIANT);
    await this.database.transaction(async (tx) => {
      const sync =
        connectionId === undefined
          ? undefined
          : await this.syncs.find(connectionId, reference.name, reference.variant, tx);
      if (!sync)
        throw new AppError(
          'not_found',
          `The sync "${reference.name}" has no variant "${reference.variant}" for this connection.`,
        );
      await this.instances.remove(tx, [sync.syncId], 'variant_deleted');
    });
  }

  private async insert(tx: Transaction, scope: SyncScope, { name, variant }: SyncReference): Promise<SyncVariant> {
    // Its function, from which it follows, is not taken away meanwhile.
    await this.integrations.holdForShare(scope.integrationId, tx);
    const base = await this.lockBase(tx, scope, name);
    if ((await this.syncs.countVariants(base.connectionId, name, tx)) >= MAX_VARIANTS) {
      throw new AppError(
        'resource_capped',
        `The sync "${name}" has ${MAX_VARIANTS} variants for this connection, which is the most: delete one first.`,
      );
    }
    const id = randomUUID();
    const frequency = base.definedFrequency;
    const isNew = await this.syncs.insert(
      [
        {
          syncId: id,
          environmentId: base.environmentId,
          integrationId: scope.integrationId,
          connectionId: base.connectionId,
          functionId: base.functionId,
          name,
          variant,
          frequency,
          offsetMs: offsetOf(id, frequency),
          pauseReason: base.pauseReason,
          pendingTrigger: base.paused ? null : 'variant_created',
        },
      ],
      tx,
    );
    if (isNew.length === 0)
      throw new AppError(
        'sync_variant_already_exists',
        `The sync "${name}" has a variant "${variant}" for this connection already.`,
      );
    await this.outbox.enqueue(tx, { kind: 'schedule.apply', syncId: id });
    if (!base.paused) await this.outbox.enqueue(tx, { kind: 'schedule.trigger', syncId: id });
    return { id, name, variant };
  }

  private async lockBase(tx: Transaction, { connectionId }: SyncScope, name: string): Promise<SyncRow> {
    if (connectionId !== undefined) {
      await this.syncs.lockBase(connectionId, name, tx);
      const base = await this.syncs.find(connectionId, name, BASE_VARIANT, tx);
      if (base) return base;
    }
    throw new AppError('unknown_sync', `name: this connection has no sync "${name}".`);
  }
}

function assertNotBase({ variant }: SyncReference): void {
  if (variant.toLowerCase() !== BASE_VARIANT) return;
  throw new AppError('invalid_variant', `variant: "${variant}" is reserved for the sync itself; choose another name.`);
}
