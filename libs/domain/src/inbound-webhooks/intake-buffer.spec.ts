import { describe, expect, it } from '@jest/globals';
import type { NewInboundWebhook } from '@svc/database';
import { IntakeBuffer } from './intake-buffer.service.js';
import type { InboundStore } from './inbound-store.service.js';

const webhook = (size = 10): NewInboundWebhook => ({
  environmentId: 1,
  integrationId: 1,
  eventKey: null,
  eventType: '*',
  headers: {},
  query: {},
  body: Buffer.alloc(size),
});

/** A store whose batches end when the test says so. */
class StoreUnderTest implements Pick<InboundStore, 'store'> {
  readonly batches: (readonly NewInboundWebhook[])[] = [];
  private readonly open: { resolve: () => void; reject: (error: Error) => void }[] = [];

  async store(batch: readonly NewInboundWebhook[]): Promise<void> {
    this.batches.push(batch);
    await new Promise<void>((resolve, reject) => this.open.push({ resolve, reject }));
  }

  async settle(error?: Error): Promise<void> {
    while (this.open.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const next = this.open.shift();
    if (error) next?.reject(error);
    else next?.resolve();
  }
}

const bufferOver = (store: StoreUnderTest): IntakeBuffer => new IntakeBuffer(store);

describe('IntakeBuffer', () => {
  it('writes together what comes together, and what comes meanwhile after it', async () => {
    const store = new StoreUnderTest();
    const buffer = bufferOver(store);
    const first = [1, 2, 3].map(() => buffer.add(webhook()));
    while (store.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const second = [1, 2].map(() => buffer.add(webhook()));
    await store.settle();
    await Promise.all(first);
    await store.settle();
    await Promise.all(second);
    expect(store.batches.map((batch) => batch.length)).toEqual([3, 2]);
  });

  it('acknowledges nothing before it is stored, and nothing that is not', async () => {
    const store = new StoreUnderTest();
    const buffer = bufferOver(store);
    let isAnswered = false;
    const lost = buffer.add(webhook()).finally(() => (isAnswered = true));
    while (store.batches.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(isAnswered).toBe(false);
    await store.settle(new Error('PostgreSQL is away.'));
    await expect(lost).rejects.toMatchObject({
      code: 'service_unavailable',
      status: 503,
      details: { headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } },
    });
    const next = buffer.add(webhook());
    await store.settle();
    await next;
  });

  it('turns away what does not fit', async () => {
    const store = new StoreUnderTest();
    const buffer = bufferOver(store);
    const waiting = Array.from({ length: 5_000 }, () => buffer.add(webhook(0)));
    await expect(buffer.add(webhook(0))).rejects.toMatchObject({ status: 503 });
    for (let batch = 0; batch < 10; batch += 1) await store.settle();
    await Promise.all(waiting);
    expect(store.batches.every((batch) => batch.length === 500)).toBe(true);
  });

  it('keeps batches small where bodies are large, and takes a large one alone', async () => {
    const store = new StoreUnderTest();
    const buffer = bufferOver(store);
    const mebibyte = 1024 * 1024;
    const all = Promise.all([10, 10, 5, 10].map((size) => buffer.add(webhook(size * mebibyte))));
    for (let batch = 0; batch < 3; batch += 1) await store.settle();
    await all;
    expect(store.batches.map((batch) => batch.map(({ body }) => body.length / mebibyte))).toEqual([
      [10],
      [10, 5],
      [10],
    ]);
  });
});
