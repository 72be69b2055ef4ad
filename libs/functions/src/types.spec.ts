import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const folder = path.join(import.meta.dirname, 'type-tests');
const files = readdirSync(folder).map((name) => path.join(folder, name));

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  noUncheckedIndexedAccess: true,
  lib: ['lib.es2024.d.ts'],
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['@svc/source'],
  types: ['node'],
};

/** `file:line message` of all that the compiler refuses; `edit` changes what it reads of the type tests. */
const refusals = (edit: (source: string) => string): string[] => {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, languageVersion, ...rest) =>
    path.dirname(path.resolve(name)) === folder
      ? ts.createSourceFile(name, edit(readFileSync(name, 'utf8')), languageVersion)
      : getSourceFile(name, languageVersion, ...rest);
  return ts.getPreEmitDiagnostics(ts.createProgram(files, options, host)).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${path.basename(file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
};

const EXPECTATION = /^\s*\/\/ @ts-expect-error .*$/gm;

describe('types of functions', () => {
  it('take what is right and refuse what is marked as wrong', () => {
    expect(refusals((source) => source)).toEqual([]);
  }, 240_000);

  it('refuse each marked line: without its mark, every one is an error', () => {
    const marks = files.flatMap((file) => readFileSync(file, 'utf8').match(EXPECTATION) ?? []);
    expect(marks.length).toBeGreaterThan(50);
    const lines = new Set(refusals((source) => source.replace(EXPECTATION, '//')).map((text) => text.split(' ')[0]));
    expect(lines.size).toBeGreaterThanOrEqual(marks.length);
  }, 240_000);
});
