import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { textArray, uuidArray } from './binary-array.js';
import { Database } from './database.js';

const RUNS = 100;

interface Received {
  /** What PostgreSQL has read. */
  readonly values: string[];
  /** Whether it is equal to the array that the driver sends as text: bounds and dimensions, too. */
  readonly isSame: boolean;
}

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await Database.connect({ url: testDatabase.url, poolSize: 1, applicationName: 'binary-array' });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function receive(type: 'text[]' | 'uuid[]', array: Buffer, values: readonly string[]): Promise<Received> {
  const { rows } = await database.query<Received>(
    `SELECT $1::${type}::text[] AS values, $1::${type} = $2::${type} AS "isSame"`,
    [array, values],
  );
  return rows[0] ?? { values: [], isSame: false };
}

describe('textArray', () => {
  const expectReceived = async (values: readonly string[]) =>
    expect(await receive('text[]', textArray(values), values)).toEqual({ values, isSame: true });

  it.each<[string, string[]]>([
    ['no value', []],
    ['an empty text', ['']],
    ['empty texts among others', ['', 'a', '', 'b', '']],
    ['characters of two, three and four bytes', ['é', '漢字', '👩‍👩‍👧', 'aé漢👍z']],
    ['quotes', ['"', "'", '"a"', `'a'`, 'a""b']],
    ['backslashes', ['\\', '\\\\', '\\"', 'a\\nb', '\\x41']],
    ['what the text format gives a meaning to', ['NULL', 'null', '{}', '{a,b}', ',', ' a ', '\t\r\n']],
    ['a thousand values', Array.from({ length: 1000 }, (_, n) => `value ${n} ${'é'.repeat(n % 7)}`)],
    ['a value of a megabyte', ['x'.repeat(1_000_000), 'y']],
  ])('is read as it was given: %s', async (_, values) => {
    await expectReceived(values);
  });

  it('is read as it was given, whatever the values', async () => {
    // PostgreSQL stores every character but this one.
    const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
    await fc.assert(fc.asyncProperty(fc.array(text), expectReceived), { numRuns: RUNS });
  });
});

describe('uuidArray', () => {
  const expectReceived = async (values: readonly string[]) => {
    const { values: received, isSame } = await receive('uuid[]', uuidArray(values), values);
    expect({ values: received.map((uuid) => uuid.replaceAll('-', '')), isSame }).toEqual({ values, isSame: true });
  };

  it.each<[string, string[]]>([
    ['no value', []],
    ['the first and the last one', ['0'.repeat(32), 'f'.repeat(32)]],
    ['a thousand values', Array.from({ length: 1000 }, () => randomBytes(16).toString('hex'))],
  ])('is read as it was given: %s', async (_, values) => {
    await expectReceived(values);
  });

  it('is read as it was given, whatever the values', async () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    const uuid = bytes.map((value) => Buffer.from(value).toString('hex'));
    await fc.assert(fc.asyncProperty(fc.array(uuid), expectReceived), { numRuns: RUNS });
  });
});
