import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NewInboundWebhook } from '@svc/database';
import { AppError } from '@svc/errors';
import { InboundStore } from './inbound-store.service.js';

/** How long the first webhook of a batch waits for others. */
const GATHER_MS = 5;
/** What is written by one statement. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 16 * 1024 * 1024;
/** What may wait for PostgreSQL; beyond that, providers are told to come again. */
const MAX_ROWS = 5_000;
const MAX_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_S = '5';

interface Waiting {
  readonly webhook: NewInboundWebhook;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers webhooks for a few milliseconds and stores them together: one statement and one commit for all of them. While one
 * batch is written the next one grows, so that many at once cost hardly more than one.
 */
@Injectable()
export class IntakeBuffer implements OnApplicationShutdown {
  private waiting: Waiting[] = [];
  private rows = 0;
  private bytes = 0;
  private writing: Promise<void> | undefined;

  constructor(@Inject(InboundStore) private readonly store: Pick<InboundStore, 'store'>) {}

  /**
   * Resolves once the webhook is stored, or is known to be.
   *
   * @throws AppError 503 `service_unavailable` with `Retry-After`, when it is not.
   */
  async add(webhook: NewInboundWebhook): Promise<void> {
    if (this.rows >= MAX_ROWS || (this.rows > 0 && this.bytes + webhook.body.length > MAX_BYTES)) throw tooBusy();
    this.rows += 1;
    this.bytes += webhook.body.length;
    try {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push({ webhook, resolve, reject });
        this.writing ??= this.write();
      });
    } finally {
      this.rows -= 1;
      this.bytes -= webhook.body.length;
    }
  }

  /** The database is closed after this. */
  async onApplicationShutdown(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      try {
        await this.store.store(batch.map(({ webhook }) => webhook));
        for (const { resolve } of batch) resolve();
      } catch (cause) {
        for (const { reject } of batch) reject(notStored(cause));
      }
    }
    this.writing = undefined;
  }

  private nextBatch(): Waiting[] {
    let bytes = 0;
    const isOver = ({ webhook }: Waiting, index: number): boolean => {
      bytes += webhook.body.length;
      return index > 0 && (index >= BATCH_ROWS || bytes > BATCH_BYTES);
    };
    const end = this.waiting.findIndex(isOver);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }
}

const tooBusy = (): AppError =>
  new AppError('service_unavailable', 'More webhooks are waiting to be stored than fit: send it again later.', {
    headers: { 'Retry-After': RETRY_AFTER_S },
  });

const notStored = (cause: unknown): AppError =>
  new AppError('service_unavailable', 'The webhook could not be stored at the moment: send it again later.', {
    headers: { 'Retry-After': RETRY_AFTER_S },
    cause,
  });
