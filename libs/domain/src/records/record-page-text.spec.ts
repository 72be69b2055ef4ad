import { describe, expect, it } from '@jest/globals';
import type { StoredRecord } from '@svc/database';
import { text } from 'node:stream/consumers';
import { readBody } from '../testing/record-page.js';
import { encodeCursor } from './record-cursor.js';
import { RecordPageText } from './record-page-text.js';

const record = (number: number, fields: object, changes: Partial<StoredRecord> = {}): StoredRecord => ({
  payload: JSON.stringify({ id: `r${number}`, ...fields }),
  externalId: null,
  seq: String(number),
  lastModifiedAt: '2026-01-31 12:00:00.5',
  firstSeenAt: null,
  deletedAt: null,
  prunedAt: null,
  ...changes,
});
const pageText = () => new RecordPageText({ streamId: 7, metadataKeys: ['_metadata', '_other'] });

describe('the text of a page', () => {
  it('has the bookkeeping of each record under every key, and is whole where it is short', async () => {
    const page = pageText();
    page.add(record(1, { n: 1 }));
    page.add(record(2, {}, { payload: null, externalId: 'r"2', prunedAt: '2026-02-01 00:00:00' }));
    page.add(record(3, {}, { firstSeenAt: '2026-01-01 00:00:00', deletedAt: '2026-01-31 12:00:00.5' }));
    const body = page.end('next');
    expect(body).toBeInstanceOf(Buffer);
    const { records, next_cursor } = await readBody(body);
    expect(next_cursor).toBe('next');
    const times = {
      first_seen_at: '2026-01-31T12:00:00.500000+00:00',
      last_modified_at: '2026-01-31T12:00:00.500000+00:00',
    };
    const first = {
      ...times,
      last_action: 'ADDED',
      deleted: false,
      deleted_at: null,
      pruned_at: null,
      cursor: encodeCursor(7, '1'),
    };
    expect(records).toEqual([
      { id: 'r1', n: 1, _metadata: first, _other: first },
      {
        id: 'r"2',
        _metadata: { ...first, pruned_at: '2026-02-01T00:00:00.000000+00:00', cursor: encodeCursor(7, '2') },
        _other: expect.anything(),
      },
      {
        id: 'r3',
        _metadata: {
          first_seen_at: '2026-01-01T00:00:00.000000+00:00',
          last_modified_at: times.last_modified_at,
          last_action: 'DELETED',
          deleted: true,
          deleted_at: times.last_modified_at,
          pruned_at: null,
          cursor: encodeCursor(7, '3'),
        },
        _other: expect.anything(),
      },
    ]);
  });

  it('of no record at all is an empty list', async () => {
    expect(await readBody(pageText().end(null))).toEqual({ records: [], next_cursor: null });
  });

  it('goes out before it is complete where it is long, with every character', async () => {
    const page = pageText();
    const fields = Array.from({ length: 400 }, (_, number) => ({ text: 'ü🎉"\\'.repeat(number % 300) }));
    fields.push({ text: 'ß'.repeat(200_000) });
    for (const [number, field] of fields.entries()) page.add(record(number, field));
    const stream = await page.stream;
    page.end(null);
    const { records } = JSON.parse(await text(stream)) as { records: object[] };
    expect(records).toMatchObject(fields.map((field, number) => ({ id: `r${number}`, ...field })));
  });

  it('is cut off when the rest of it cannot be read', async () => {
    const page = pageText();
    page.add(record(1, { text: 'x'.repeat(100_000) }));
    const received = text(await page.stream);
    expect(() => page.fail(new Error('The connection broke.'))).toThrow('The connection broke.');
    await expect(received).rejects.toThrow('The connection broke.');
  });
});
