import type { CachedRecord, Svc } from '@svc/client';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FollowedModel {
  readonly providerConfigKey: string;
  readonly connectionId: string;
  readonly model: string;
}

const PAUSE_MS = 50;

/** A reader who follows a change stream by its cursor, whatever happens to the gateway meanwhile. */
export class StreamFollower {
  /** What the reader holds: records that are not deleted. */
  readonly replica = new Map<string, CachedRecord>();
  private cursor: string | undefined;
  private isStopping = false;
  private readonly ended: Promise<void>;

  constructor(
    private readonly svc: Svc,
    private readonly followed: FollowedModel,
  ) {
    this.ended = this.run();
  }

  /** Stops following, after everything that is there was read. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.ended;
    while (await this.readOn());
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const isMore = await this.readOn().catch(() => false);
      if (!isMore) await sleep(PAUSE_MS);
    }
  }

  private async readOn(): Promise<boolean> {
    const { records, next_cursor: next } = await this.svc.listRecords({
      ...this.followed,
      limit: 500,
      ...(this.cursor !== undefined && { cursor: this.cursor }),
    });
    for (const record of records) {
      if (record._metadata.deleted) this.replica.delete(record.id);
      else this.replica.set(record.id, record);
    }
    this.cursor = records.at(-1)?._metadata.cursor ?? this.cursor;
    return next !== null;
  }
}
