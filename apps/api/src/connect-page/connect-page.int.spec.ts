import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { ConnectPageStore } from './connect-page-store.service.js';

const SCRIPT = 'console.log(1);';
const DOCUMENT = '<!doctype html><script type="module" src="./assets/index-Ab1_-9.js"></script>';

describe('/connect', () => {
  let api: ApiUnderTest;
  let directory: string;

  beforeAll(async () => {
    api = await ApiUnderTest.start({ PUBLIC_URL: 'https://gateway.example/base' });
    directory = await mkdtemp(path.join(tmpdir(), 'connect-page-'));
    await mkdir(path.join(directory, 'assets'));
    await writeFile(path.join(directory, 'index.html'), DOCUMENT);
    await writeFile(path.join(directory, 'assets/index-Ab1_-9.js'), SCRIPT);
    await writeFile(path.join(directory, 'assets/index-Ab1_-9.js.gz'), gzipSync(SCRIPT));
    await writeFile(path.join(directory, 'assets/index-Ab1_-9.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(path.join(directory, 'assets/de-1.js'), SCRIPT);
    api.app.get(ConnectPageStore).directory = directory;
  });

  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true });
  }, 60_000);

  const get = (address: string, headers: Record<string, string> = {}) =>
    api.request('GET', address, { key: '', headers });

  /** As sent: fetch hides the encoding that it undoes. */
  const encodingOf = (acceptEncoding: string, file = 'index-Ab1_-9.js') =>
    new Promise<string | undefined>((resolve, reject) => {
      request(`${api.url}/connect/assets/${file}`, { headers: { 'accept-encoding': acceptEncoding } }, (answer) => {
        answer.resume();
        resolve(answer.headers['content-encoding']);
      })
        .on('error', reject)
        .end();
    });

  it.each(['/connect', '/connect/', '/connect?session_token=abc&lang=de', '/connect/?theme=dark'])(
    'answers %s with the page, whose files have whole paths',
    async (address) => {
      const answer = await get(address);
      expect(answer).toMatchObject({
        status: 200,
        body: '<!doctype html><script type="module" src="/base/connect/assets/index-Ab1_-9.js"></script>',
      });
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('lets the page run its own files, and customers show it in a frame', async () => {
    const { headers } = await get('/connect');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https://gateway.example data: https:; " +
        "connect-src 'self' https://gateway.example; frame-ancestors *; base-uri 'none'; form-action 'none'",
    );
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('serves its files for ever, in the smallest form that the browser takes', async () => {
    const answer = await get('/connect/assets/index-Ab1_-9.js');
    expect(answer).toMatchObject({ status: 200, body: SCRIPT });
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toContain('accept-encoding');
    expect(await encodingOf('gzip, deflate, br')).toBe('br');
    expect(await encodingOf('gzip, br;q=0')).toBe('gzip');
    expect(await encodingOf('identity')).toBeUndefined();
    expect(await encodingOf('br', 'de-1.js')).toBeUndefined();
  });

  it.each(['none-1.js', 'index.html', '..%2findex.html', '..%5cindex.html', 'index-Ab1_-9.js.br', '%00.js', '.js'])(
    'answers 404 for %s',
    async (file) => {
      expect(await get(`/connect/assets/${file}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    },
  );

  it('says what to do when the page was not built', async () => {
    const store = api.app.get(ConnectPageStore);
    store.directory = path.join(directory, 'missing');
    const answer = await get('/connect?session_token=abc');
    store.directory = directory;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.body).toContain('npm run build');
  });
});
