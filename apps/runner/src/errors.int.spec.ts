import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleFiles } from './testing/bundle-function.js';
import { errorOf, RunnerHarness } from './testing/runner-harness.js';

const ACTION = 'github/actions/create.ts';
const HELPER = 'github/helpers/check.ts';

const action = (body: string): string => `import { createAction } from '@svc/functions';
import { z } from 'zod';
import { fail, parse, later } from '../helpers/check.js';
export default createAction({
  description: 'test', input: z.any(), output: z.any(),
  exec: async (svc) => {
    ${body}
  },
});
void [fail, parse, later, z];`;

const helper = `import { z } from 'zod';
export const fail = (what: string): never => {
  throw new RangeError(what);
};
export const later = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  fail('later');
};
export const parse = (value: unknown): unknown => z.object({ n: z.number() }).parse(value);`;

describe('an error of a function in several files', () => {
  let runner: RunnerHarness;
  let folder: string;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
    folder = await mkdtemp(path.join(tmpdir(), 'function-'));
    await mkdir(path.join(folder, 'github/actions'), { recursive: true });
    await mkdir(path.join(folder, 'github/helpers'), { recursive: true });
    await writeFile(path.join(folder, HELPER), helper);
  }, 60_000);
  afterAll(async () => {
    await runner.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const failureOf = async (body: string) => {
    await writeFile(path.join(folder, ACTION), action(body));
    return errorOf(await runner.run(await bundleFiles(folder, ACTION)));
  };

  it.each([
    ['at once', `fail('now');`, HELPER, 3, `${ACTION}:7`],
    ['behind an await', `await later();`, HELPER, 3, `${HELPER}:7`],
    ['in a callback of a list', `[1].forEach(() => fail('inside'));`, HELPER, 3, `${ACTION}:7`],
    [
      'in a timer',
      `setTimeout(() => fail('timer'), 1); await new Promise((r) => setTimeout(r, 1000));`,
      HELPER,
      3,
      `${ACTION}:7`,
    ],
    [
      'in a promise that nobody waits for',
      `void later(); await new Promise((r) => setTimeout(r, 1000));`,
      HELPER,
      3,
      HELPER,
    ],
    [
      'as the cause of another',
      `try { fail('cause'); } catch (cause) { throw new Error('effect', { cause }); }`,
      ACTION,
      7,
      'Caused by: RangeError: cause',
    ],
    ['in a schema', `parse({ n: 'x' });`, HELPER, 9, `${ACTION}:7`],
  ])('that is thrown %s shows its file, line and source', async (_when, body, file, line, stack) => {
    const error = await failureOf(body);
    expect(error).toMatchObject({ type: 'function_error', location: { file, line } });
    expect(error.codeFrame).toMatch(new RegExp(`^> *${line} \\|`, 'm'));
    expect(error.stack).toContain(stack);
    expect(error.stack).not.toMatch(/svc:|isolated-vm|file:\/\//);
  });

  it('of a schema lists its issues', async () => {
    expect(await failureOf(`parse({ n: 'x' });`)).toMatchObject({
      name: 'ZodError',
      message: 'A value does not match its schema.',
      issues: [{ code: 'invalid_type', path: ['n'] }],
    });
  });
});
