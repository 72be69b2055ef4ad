import type {
  ConfirmedDeletions,
  ListCheckpointsResponse,
  ListRecordsResponse,
  ListSyncRunsResponse,
  PruneRecordsResponse,
  SavedCheckpoint,
  SyncFrequency,
  SyncName,
  SyncRun,
  SyncStatusEntry,
  SyncVariant,
  TriggerSyncOptions,
} from '@svc/contracts';
import { ProxyClient } from './proxy-client.js';
import type {
  CheckpointRequest,
  HeldDeletionsRequest,
  ListCheckpointsRequest,
  ListRecordsRequest,
  ListSyncRunsRequest,
  PruneRecordsRequest,
  RunSyncWindow,
  SyncVariantRequest,
} from './requests.js';

const part = (value: string): string => encodeURIComponent(value);

/** The name of a sync in a list: `name`, or `name::variant`. */
const syncText = (sync: SyncName): string => {
  if (typeof sync === 'string') return sync;
  return sync.variant === undefined ? sync.name : `${sync.name}::${sync.variant}`;
};

/** The part of the client that controls syncs and reads what they saved. */
export class SyncClient extends ProxyClient {
  /** Runs syncs now; all of the integration when `syncs` is empty, of every connection when none is named. */
  async triggerSync(
    providerConfigKey: string,
    syncs: readonly SyncName[] = [],
    connectionId?: string,
    opts?: TriggerSyncOptions,
  ): Promise<void> {
    await this.transport.call({
      method: 'POST',
      path: '/sync/trigger',
      body: { provider_config_key: providerConfigKey, syncs, connection_id: connectionId, opts },
    });
  }

  /** Resumes the schedules of syncs. */
  async startSync(providerConfigKey: string, syncs: readonly SyncName[], connectionId?: string): Promise<void> {
    await this.transport.call({
      method: 'POST',
      path: '/sync/start',
      body: { provider_config_key: providerConfigKey, syncs, connection_id: connectionId },
    });
  }

  /** Pauses the schedules of syncs. A run that goes on is not stopped. */
  async pauseSync(providerConfigKey: string, syncs: readonly SyncName[], connectionId?: string): Promise<void> {
    await this.transport.call({
      method: 'POST',
      path: '/sync/pause',
      body: { provider_config_key: providerConfigKey, syncs, connection_id: connectionId },
    });
  }

  /** Status, schedule and latest results of syncs; `*` means all of the integration. */
  async syncStatus(
    providerConfigKey: string,
    syncs: '*' | readonly SyncName[],
    connectionId?: string,
  ): Promise<{ syncs: SyncStatusEntry[] }> {
    const names = syncs === '*' ? '*' : syncs.map(syncText).join(',');
    return await this.transport.call({
      method: 'GET',
      path: '/sync/status',
      query: { provider_config_key: providerConfigKey, syncs: names, connection_id: connectionId },
    });
  }

  /** Sets how often a sync runs for one connection; null brings back the definition's frequency. */
  async updateSyncConnectionFrequency(
    providerConfigKey: string,
    sync: SyncName,
    connectionId: string,
    frequency: string | null,
  ): Promise<SyncFrequency> {
    const [name, variant] = syncText(sync).split('::');
    return await this.transport.call({
      method: 'PUT',
      path: '/sync/update-connection-frequency',
      body: {
        provider_config_key: providerConfigKey,
        sync_name: name,
        sync_variant: variant,
        connection_id: connectionId,
        frequency,
      },
    });
  }

  /** Adds a variant of a sync, with a schedule, checkpoint and records of its own. */
  async createSyncVariant({ name, variant, ...body }: SyncVariantRequest): Promise<SyncVariant> {
    return await this.transport.call({ method: 'POST', path: `/sync/${part(name)}/variant/${part(variant)}`, body });
  }

  /** Removes a variant of a sync with its schedule. */
  async deleteSyncVariant({ name, variant, ...body }: SyncVariantRequest): Promise<{ success: true }> {
    return await this.transport.call({ method: 'DELETE', path: `/sync/${part(name)}/variant/${part(variant)}`, body });
  }

  /** A page of cached records. Keep `next_cursor`, or the cursor of the last record, and go on from it next time. */
  async listRecords<Fields extends object = Record<string, unknown>>({
    providerConfigKey,
    connectionId,
    modifiedAfter,
    filter,
    ...query
  }: ListRecordsRequest): Promise<ListRecordsResponse<Fields>> {
    return await this.transport.call({
      method: 'GET',
      path: '/records',
      query: { ...query, modified_after: modifiedAfter, filter: filter?.join(',') },
      headers: { 'Provider-Config-Key': providerConfigKey, 'Connection-Id': connectionId },
    });
  }

  /** Takes the payloads of records away, up to a place that was read; call again while `has_more`. */
  async pruneRecords({
    providerConfigKey,
    connectionId,
    untilCursor,
    ...body
  }: PruneRecordsRequest): Promise<PruneRecordsResponse> {
    return await this.transport.call({
      method: 'PATCH',
      path: '/records/prune',
      headers: { 'Provider-Config-Key': providerConfigKey, 'Connection-Id': connectionId },
      body: { ...body, until_cursor: untilCursor },
    });
  }

  /** Deletes the records whose deletion the guard of a sync holds. `heldDeletions` of {@link syncStatus} tells which there are. */
  async confirmDeletions({
    providerConfigKey,
    connectionId,
    ...body
  }: HeldDeletionsRequest): Promise<ConfirmedDeletions> {
    return await this.transport.call({
      method: 'POST',
      path: '/records/deletions/confirm',
      headers: { 'Provider-Config-Key': providerConfigKey, 'Connection-Id': connectionId },
      body,
    });
  }

  /** Keeps the records whose deletion the guard of a sync holds; the complete pass after the one under way finds out anew. */
  async discardDeletions({
    providerConfigKey,
    connectionId,
    ...body
  }: HeldDeletionsRequest): Promise<{ success: true }> {
    return await this.transport.call({
      method: 'POST',
      path: '/records/deletions/discard',
      headers: { 'Provider-Config-Key': providerConfigKey, 'Connection-Id': connectionId },
      body,
    });
  }

  /** A page of runs of syncs, latest first. */
  async listSyncRuns({
    providerConfigKey,
    connectionId,
    syncs,
    ...query
  }: ListSyncRunsRequest): Promise<ListSyncRunsResponse> {
    return await this.transport.call({
      method: 'GET',
      path: '/sync/runs',
      query: {
        ...query,
        provider_config_key: providerConfigKey,
        connection_id: connectionId,
        syncs: syncs?.map(syncText).join(','),
      },
    });
  }

  /**
   * Runs a sync over a window: the function sees `from` as its `lastSyncDate` and begins at `checkpoint`; those of the sync stay
   * where they are, and nothing counts as deleted. Answers the run, which waits (`QUEUED`) while another run of the sync goes on.
   */
  async runSync({ providerConfigKey, connectionId, ...window }: RunSyncWindow): Promise<{ data: SyncRun }> {
    return await this.transport.call({
      method: 'POST',
      path: '/sync/runs',
      body: { provider_config_key: providerConfigKey, connection_id: connectionId, ...window },
    });
  }

  /** One run of a sync. */
  async getSyncRun(id: string): Promise<{ data: SyncRun }> {
    return await this.transport.call({ method: 'GET', path: `/sync/runs/${part(id)}` });
  }

  /** Stops a run that goes on. What it saved stays, and its sync starts again at its next time. */
  async cancelSyncRun(id: string): Promise<{ data: SyncRun }> {
    return await this.transport.call({ method: 'POST', path: `/sync/runs/${part(id)}/cancel` });
  }

  /** A page of the latest 20 checkpoints of a sync, latest first. */
  async listCheckpoints({
    providerConfigKey,
    connectionId,
    sync,
    ...query
  }: ListCheckpointsRequest): Promise<ListCheckpointsResponse> {
    return await this.transport.call({
      method: 'GET',
      path: '/sync/checkpoints',
      query: { ...query, provider_config_key: providerConfigKey, connection_id: connectionId, sync: syncText(sync) },
    });
  }

  /** Sets a sync back to a checkpoint of {@link listCheckpoints}; no run may be going on. */
  async restoreCheckpoint({
    providerConfigKey,
    connectionId,
    sync,
    version,
  }: CheckpointRequest & { version: number }): Promise<{ data: SavedCheckpoint }> {
    return await this.transport.call({
      method: 'POST',
      path: '/sync/checkpoints/restore',
      body: { provider_config_key: providerConfigKey, connection_id: connectionId, sync: syncText(sync), version },
    });
  }
}
