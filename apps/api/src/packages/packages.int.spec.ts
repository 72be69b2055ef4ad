import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { PackageStore } from './package-store.service.js';

const CONTENT = 'bytes of a tarball';
const INTEGRITY = `sha512-${createHash('sha512').update(CONTENT).digest('base64')}`;
const FILE = 'svc-functions-9.9.9.tgz';

describe('/packages', () => {
  let api: ApiUnderTest;
  let directory: string;

  beforeAll(async () => {
    api = await ApiUnderTest.start({ PUBLIC_URL: 'https://gateway.example' });
    directory = await mkdtemp(path.join(tmpdir(), 'packages-'));
    const listed = { name: '@svc/functions', version: '9.9.9', description: 'Functions', file: FILE };
    await writeFile(path.join(directory, FILE), CONTENT);
    await writeFile(path.join(directory, 'secret.tgz'), 'not listed');
    await writeFile(
      path.join(directory, 'packages.json'),
      JSON.stringify([{ ...listed, bytes: CONTENT.length, integrity: INTEGRITY }]),
    );
    api.app.get(PackageStore).directory = directory;
  });

  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true });
  }, 60_000);

  const get = (file: string, headers: Record<string, string> = {}) =>
    api.request('GET', `/packages/${file}`, { key: '', headers });

  it('lists what there is, with the command that installs it', async () => {
    const url = `https://gateway.example/packages/${FILE}`;
    expect((await api.request('GET', '/packages', { key: '' })).body).toEqual({
      data: [expect.objectContaining({ name: '@svc/functions', version: '9.9.9', url, install: `npm install ${url}` })],
    });
  });

  it('serves a tarball to anybody, and nothing when the caller has it', async () => {
    const answer = await get(FILE);
    expect(answer).toMatchObject({ status: 200, body: CONTENT });
    expect(answer.headers.get('content-length')).toBe(String(CONTENT.length));
    expect(answer.headers.get('cache-control')).toContain('public');
    const again = await get(FILE, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('leads from a name without a version to the present one', async () => {
    const answer = await get('svc-functions.tgz');
    expect(answer).toMatchObject({ status: 200, body: CONTENT });
    expect(answer.headers.get('etag')).toBe(`"${INTEGRITY}"`);
  });

  it('still serves what was installed before an upgrade, and nothing that was not', async () => {
    await writeFile(path.join(directory, 'packages.json'), '[]');
    expect(await get(FILE)).toMatchObject({ status: 200, body: CONTENT });
    expect((await get(FILE)).headers.get('etag')).toBe(`"${INTEGRITY}"`);
    expect(await get('svc-functions-9.9.8.tgz')).toMatchObject({ status: 404 });
  });

  it.each([
    'none.tgz',
    'secret.tgz',
    'packages.json',
    '..%2f..%2fpackage.json',
    '..%5cmain.js',
    '%00',
    '.'.repeat(255),
  ])('answers 404 for %s', async (file) => {
    expect(await get(file)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });
});
