import { afterEach, describe, expect, it } from '@jest/globals';
import { createCipheriv, createSign, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runTool, type ToolOutcome } from './testing/run-tool.js';
import { createProject, syncSource, type TemporaryProject } from './testing/temporary-project.js';

/** `svc test` as a process; there is no gateway. */
describe('svc test', () => {
  let project: TemporaryProject | undefined;

  afterEach(async () => {
    await project?.remove();
    project = undefined;
  });

  const FILE = 'github/syncs/issues.test.json';
  const call = (endpoint: string, json: unknown) => ({
    call: 'proxy',
    request: { method: 'GET', endpoint },
    answer: { status: 200, headers: { 'content-type': 'application/json' }, json },
  });
  const recording = (fields: object) =>
    JSON.stringify({
      time: '2026-03-01T10:00:00.000Z',
      connection: { connectionId: 'user-1', provider: 'github' },
      calls: [call('/issues', [{ id: '1' }, { id: '2' }])],
      expect: { records: { Issue: [{ id: '1' }, { id: '2' }] } },
      ...fields,
    });
  const EXEC = "exec: async (svc) => { await svc.batchSave((await svc.get({ endpoint: '/issues' })).data, 'Issue'); },";

  async function replay(source: string, fields: object = {}, ...args: string[]): Promise<ToolOutcome> {
    project ??= await createProject();
    await project.write({
      'index.ts': "import './github/syncs/issues.js';",
      'github/syncs/issues.ts': syncSource(source),
      [FILE]: recording(fields),
    });
    return await runTool(project.root, ['test', ...args]);
  }

  const written = async (): Promise<any> => JSON.parse(await readFile(path.join(project?.root ?? '', FILE), 'utf8'));

  it('passes when the function does what was recorded', async () => {
    expect(await replay(EXEC)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 passed.') });
    expect(JSON.parse((await replay(EXEC, {}, '--json')).stdout)).toMatchObject({
      ok: true,
      tests: [{ file: FILE, function: 'github/syncs/issues.ts', status: 'passed' }],
    });
  }, 60_000);

  it('shows where the function differs, by the ids of records, and takes it over with --update', async () => {
    const changed = {
      expect: { records: { Issue: [{ id: '1', title: 'Old' }, { id: '2' }] }, checkpoint: { page: 2 } },
    };
    const { exitCode, stdout } = await replay(EXEC, changed);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('    records.Issue[id 1].title\n      - "Old"\n      + (nothing)\n');
    expect(stdout).toContain('    checkpoint\n');
    expect(stdout).not.toContain('[id 2]');
    expect(await replay(EXEC, changed, '--update')).toMatchObject({ exitCode: 0 });
    expect((await written()).expect).toEqual({ records: { Issue: [{ id: '1' }, { id: '2' }] } });
  }, 60_000);

  it('fails for a call that was not recorded, and for a record that its model does not allow', async () => {
    const other = await replay(EXEC.replace("'/issues'", "'/issues', params: { page: 2 }"));
    expect(other).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('GET /issues?page=2') });
    const wrong = await replay(EXEC, {
      calls: [call('/issues', [{ id: 7 }])],
      expect: { records: { Issue: [{ id: 7 }] } },
    });
    expect(wrong).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Issue 7: id ') });
  }, 60_000);

  it('stops time and chance, and waits for no timer', async () => {
    const source = `checkpoint: z.object({ at: z.string(), later: z.string(), chance: z.number(), id: z.string() }),
      exec: async (svc) => {
        const at = new Date().toISOString();
        await new Promise((resolve) => setTimeout(resolve, 3_600_000));
        await svc.saveCheckpoint({ at, later: new Date(Date.now()).toISOString(), chance: Math.random(), id: crypto.randomUUID() });
      },`;
    expect(await replay(source, {}, '--update')).toMatchObject({ exitCode: 0 });
    const { checkpoint } = (await written()).expect;
    expect(checkpoint).toMatchObject({ at: '2026-03-01T10:00:00.000Z', later: '2026-03-01T11:00:00.000Z' });
    expect(await replay(source, { expect: { checkpoint } })).toMatchObject({ exitCode: 0 });
  }, 60_000);

  it('gives functions the crypto that they have when they are deployed', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const source = `checkpoint: z.object({ signature: z.string(), sealed: z.string(), isRight: z.boolean() }),
      exec: async (svc) => {
        const { createSign, createCipheriv } = require('crypto');
        const key = await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, ['encrypt', 'decrypt']);
        const use = { name: 'AES-GCM', iv: new Uint8Array(12) };
        const sealed = await crypto.subtle.encrypt(use, key, new TextEncoder().encode('text'));
        await svc.saveCheckpoint({
          signature: createSign('sha256').update('text').sign(${JSON.stringify(pem)}, 'base64'),
          sealed: createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)).final('hex'),
          isRight: new TextDecoder().decode(await crypto.subtle.decrypt(use, key, sealed)) === 'text',
        });
      },`;
    const checkpoint = {
      signature: createSign('sha256').update('text').sign(pem, 'base64'),
      sealed: createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)).final('hex'),
      isRight: true,
    };
    expect(await replay(source, { expect: { checkpoint } })).toMatchObject({ exitCode: 0 });
  }, 60_000);

  it('expects failures too, and shows others with their place', async () => {
    const failing = "exec: async (svc) => { throw new svc.ActionError({ message: 'Not now' }); },";
    expect(
      await replay(failing, {
        expect: { error: { type: 'action_error', message: 'Not now', payload: { message: 'Not now' } } },
      }),
    ).toMatchObject({ exitCode: 0 });
    const broken = await replay("exec: async () => { throw new Error('Broken'); },");
    expect(broken.exitCode).toBe(1);
    expect(broken.stdout).toMatch(/github\/syncs\/issues\.ts:\d+:\d+ {2}Error: Broken/);
  }, 60_000);

  it('writes a JUnit report, and says what is missing', async () => {
    await replay(EXEC, { expect: {} }, '--junit', 'reports/junit.xml');
    const report = await readFile(path.join(project?.root ?? '', 'reports/junit.xml'), 'utf8');
    expect(report).toContain('<testsuite name="functions" tests="1" failures="1"');
    expect(report).toContain('<failure message="records">records');
    expect(await replay(EXEC, {}, 'nothing-like-this')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('No test matches nothing-like-this'),
    });
    expect(await replay(EXEC, { calls: 'none' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${FILE} is no recording: calls`),
    });
  }, 60_000);
});
