import { describe, expect, it } from '@jest/globals';
import type { Transaction } from '../database.js';
import { WebhookEventRepository } from './webhook-event.repository.js';
import { WebhookRunRepository } from './webhook-run.repository.js';

const MB = 1024 * 1024;

/** What statements were given. */
function recording(): { tx: Transaction; lists: string[] } {
  const lists: string[] = [];
  const query = (_sql: string, [list]: readonly unknown[]): Promise<{ rows: []; rowCount: number }> => {
    lists.push(String(list));
    return Promise.resolve({ rows: [], rowCount: 0 });
  };
  return { tx: { query } as never, lists };
}

describe('a webhook of a provider that is for many connections', () => {
  // PostgreSQL refuses more than 256 MB of JSON, and a lane would try the same again and again.
  const payload = { text: 'x'.repeat(3 * MB) };
  const ids = Array.from({ length: 12 }, (_, n) => n);
  const namesIn = (lists: readonly string[], name: string): unknown[] =>
    lists.flatMap((list) => JSON.parse(list).map((entry: Record<string, unknown>) => entry[name]));

  it('is written down for all of them, some at a time', async () => {
    const { tx, lists } = recording();
    const events = ids.map((id) => ({
      id: String(id),
      environmentId: 1,
      connectionId: id,
      type: 'forward',
      payload,
      headers: null,
    }));
    await new WebhookEventRepository(tx).insert(events, tx);
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThan(17 * MB);
    expect(namesIn(lists, 'id')).toEqual(ids.map(String));
  });

  it('is written down for their functions likewise, in order', async () => {
    const { tx, lists } = recording();
    const runs = ids.map((id) => ({ environmentId: 1, connectionId: id, syncId: 's', eventType: 't', payload }));
    await new WebhookRunRepository(tx).insert(runs, tx);
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThan(17 * MB);
    expect(namesIn(lists, 'connection')).toEqual(ids.map(String));
  });
});
