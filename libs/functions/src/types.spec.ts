import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import ts from 'typescript';

const folder = import.meta.dirname;
const fixture = path.join(folder, 'types.fixture.ts');

/** What the compiler says about a function, each message with the text of the line that it stands on. */
const problemsOf = (source: string): { line: string; message: string }[] => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@svc/source'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === fixture || fileExists(name);
  host.readFile = (name) => (name === fixture ? source : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === fixture ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2024) : getSourceFile(name, ...rest);
  return ts.getPreEmitDiagnostics(ts.createProgram([fixture], options, host)).map((problem) => ({
    line: problem.file
      ? (source.split('\n')[problem.file.getLineAndCharacterOfPosition(problem.start ?? 0).line] ?? '').trim()
      : '',
    message: ts.flattenDiagnosticMessageText(problem.messageText, ' '),
  }));
};

const sync = (body: string, fields = ''): string => `
import { z } from 'zod';
import { createSync } from './index.js';
export default createSync({
  description: 'd', frequency: 'every hour',
  models: { Issue: z.object({ id: z.string(), title: z.string() }), User: z.object({ id: z.number() }) },
  metadata: z.object({ repository: z.string() }),
  checkpoint: z.object({ since: z.string() }),
  ${fields}
  exec: async (svc) => {
    ${body}
  },
});`;

describe('types of functions', () => {
  it('infers helpers from the schemas', () => {
    const source = sync(`
      await svc.batchSave([{ id: 'a', title: 't' }], 'Issue');
      await svc.batchSave([{ id: 1 }], 'User');
      await svc.batchDelete([{ id: 'a' }], 'Issue');
      const { repository } = await svc.getMetadata();
      repository.toUpperCase();
      const checkpoint = await svc.getCheckpoint();
      checkpoint?.since.toUpperCase();
      await svc.saveCheckpoint({ since: 'x' });
      for await (const page of svc.paginate<{ n: number }>({ endpoint: '/x', paginate: { type: 'link', limit: 10 } })) {
        page[0]?.n.toFixed();
      }
      const answer = await svc.get({ endpoint: '/x', params: { a: 1 }, retries: 3 });
      answer.data.whatever.it.has;
      await svc.log('x', { level: 'warn' });
      throw new svc.ActionError({ message: 'no' });`);
    expect(problemsOf(source)).toEqual([]);
  }, 120_000);

  it('refuses another model, another shape, another checkpoint and what a sync cannot do', () => {
    const lines = problemsOf(
      sync(`
      await svc.batchSave([{ id: 'a', title: 't' }], 'Isue');
      await svc.batchSave([{ id: 'a', title: 5 }], 'Issue');
      await svc.batchDelete([{ title: 'a' }], 'Issue');
      await svc.saveCheckpoint({ until: 'x' });
      await svc.query('select');`),
    ).map(({ line }) => line);
    expect(lines).toEqual([
      "await svc.batchSave([{ id: 'a', title: 't' }], 'Isue');",
      "await svc.batchSave([{ id: 'a', title: 5 }], 'Issue');",
      "await svc.batchDelete([{ title: 'a' }], 'Issue');",
      "await svc.saveCheckpoint({ until: 'x' });",
      "await svc.query('select');",
    ]);
  }, 120_000);

  it('checks the input and the result of an action, and that models have ids', () => {
    const source = `
import { z } from 'zod';
import { createAction, createSync } from './index.js';
export const good = createAction({
  description: 'd', input: z.object({ n: z.number().default(1) }), output: z.object({ text: z.string() }),
  exec: async (svc, input) => ({ text: input.n.toFixed() }),
});
export const bad = createAction({
  description: 'd', input: z.object({ n: z.number() }), output: z.object({ text: z.string() }),
  exec: async (svc, input) => ({ text: input.n }),
});
export const noId = createSync({
  description: 'd', frequency: 'every hour', models: { Issue: z.object({ title: z.string() }) },
  exec: async () => undefined,
});`;
    expect(problemsOf(source).map(({ line }) => line)).toEqual([
      'exec: async (svc, input) => ({ text: input.n }),',
      "description: 'd', frequency: 'every hour', models: { Issue: z.object({ title: z.string() }) },",
    ]);
  }, 120_000);
});
