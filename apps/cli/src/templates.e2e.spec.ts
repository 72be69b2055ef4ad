import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './testing/run-tool.js';

const TEMPLATES = path.resolve(import.meta.dirname, '../../../libs/providers/templates');
const FUNCTION_FILE = /^[^/]+\/(syncs|actions)\/[^/]+(?<!\.d)\.ts$/;

/** The ready-made functions that the gateway hands out are a project like any other. */
describe('the templates', () => {
  let outcome: { functions: { file: string }[]; typesChecked: boolean };
  const files = readdirSync(TEMPLATES, { recursive: true }).map((file) => String(file).split(path.sep).join('/'));

  beforeAll(async () => {
    const { exitCode, stdout } = await runTool(TEMPLATES, ['compile', '--json']);
    expect(exitCode).toBe(0);
    outcome = JSON.parse(stdout);
  }, 120_000);

  it('compile with their types, every one of them', () => {
    const written = files.filter((file) => FUNCTION_FILE.test(file));
    expect(written.length).toBeGreaterThanOrEqual(20);
    expect(outcome.functions.map(({ file }) => file).sort()).toEqual(written.sort());
    expect(outcome.typesChecked).toBe(true);
  });

  it('do what their recordings say, and each has one', async () => {
    for (const { file } of outcome.functions) expect(files).toContain(file.replace(/\.ts$/, '.test.json'));
    const { exitCode, stdout } = await runTool(TEMPLATES, ['test', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(exitCode).toBe(0);
  }, 300_000);
});
