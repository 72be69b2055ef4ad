import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { CliError, EXIT_CODES } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { openProject } from '../project/project.js';
import { differenceLines } from '../recording/differences.js';
import { findTests, type FoundTest } from '../recording/find-tests.js';
import { junitReport } from '../recording/junit.js';
import { replay, type Replay } from '../recording/replay.js';
import { readTestFile, testFileText } from '../recording/test-file.js';
import type { Output } from '../terminal/output.js';
import { plain } from '../terminal/paint.js';

export interface TestOptions {
  readonly update?: boolean;
  readonly junit?: string;
}

interface Result extends FoundTest {
  readonly replay: Replay;
  readonly status: 'passed' | 'failed' | 'updated';
}

/** `svc test [filters...]`: replays recordings on this machine, without network or gateway. */
export async function testCommand(filters: readonly string[], options: TestOptions, output: Output): Promise<void> {
  const { root } = openProject(process.cwd());
  const tests = selectTests(findTests(root), filters);
  const tested = new Set(tests.map(({ functionFile }) => functionFile));
  const compiling = compileProject({ root }, { only: ({ file }) => tested.has(file), checkTypes: false });
  const compilation = await output.during('Compiling', compiling);
  const functions = new Map(compilation.functions.map((compiled) => [compiled.file, compiled]));
  const results = await eachInParallel(tests, async (test) => {
    const result = await runTest(root, test, functions.get(test.functionFile), options.update ?? false);
    show(result, output);
    return result;
  });
  showSummary(results, output);
  if (options.junit !== undefined) await writeJunit(path.resolve(options.junit), results);
  const untested = compilation.files.filter(({ file }) => !tested.has(file));
  if (filters.length === 0 && untested.length > 0)
    output.note(output.paint('dim', `Without a test: ${untested.map(titleOf).join(', ')}.`));
  report(results, output);
}

function selectTests(all: readonly FoundTest[], filters: readonly string[]): readonly FoundTest[] {
  const wanted = filters.map((filter) => filter.replaceAll('\\', '/'));
  const tests = all.filter(({ file }) => wanted.length === 0 || wanted.some((filter) => file.includes(filter)));
  if (tests.length > 0) return tests;
  const what = filters.length === 0 ? 'There is no test' : `No test matches ${filters.join(', ')}`;
  throw new CliError(`${what} in this project.`, {
    code: 'no_tests',
    hint: 'Record one with "svc dryrun <function> <connection-id> --save".',
  });
}

async function runTest(
  root: string,
  test: FoundTest,
  compiled: CompiledFunction | undefined,
  update: boolean,
): Promise<Result> {
  if (!compiled) {
    const problems = [`${test.functionFile} is not imported in index.ts, or is not there: nothing was run.`];
    return { ...test, status: 'failed', replay: { actual: undefined, differences: [], problems, durationMs: 0 } };
  }
  const content = readTestFile(root, test.file);
  const outcome = await replay(compiled, content);
  if (outcome.problems.length === 0 && outcome.differences.length === 0)
    return { ...test, status: 'passed', replay: outcome };
  if (!update || outcome.problems.length > 0 || !outcome.actual) return { ...test, status: 'failed', replay: outcome };
  await writeFile(path.join(root, test.file), testFileText({ ...content, expect: outcome.actual }));
  return { ...test, status: 'updated', replay: outcome };
}

const MARKS = { passed: ['green', '✓'], failed: ['red', '✗'], updated: ['yellow', '↻'] } as const;

function show({ file, status, replay: { problems, differences, durationMs } }: Result, output: Output): void {
  const [colour, mark] = MARKS[status];
  output.line(`${output.paint(colour, mark)} ${file} ${output.paint('dim', `(${Math.round(durationMs)} ms)`)}`);
  if (status === 'passed') return;
  const details = [...problems, ...differenceLines(differences, output.paint)].join('\n');
  output.line(details.replace(/^(?=.)/gm, '    '));
}

function showSummary(results: readonly Result[], output: Output): void {
  const { paint } = output;
  const count = (status: Result['status']): number => results.filter((result) => result.status === status).length;
  const parts = [
    paint('green', `${count('passed')} passed`),
    ...(count('failed') > 0 ? [paint('red', `${count('failed')} failed`)] : []),
    ...(count('updated') > 0 ? [paint('yellow', `${count('updated')} updated`)] : []),
  ];
  output.line(`\n${parts.join(', ')}.`);
  if (results.some(({ status, replay: { differences } }) => status === 'failed' && differences.length > 0))
    output.line('Where a difference is meant, "svc test --update" makes it what is expected.');
}

function report(results: readonly Result[], output: Output): void {
  const tests = results.map(({ file, functionFile, status, replay: { problems, differences, durationMs } }) => ({
    file,
    function: functionFile,
    status,
    durationMs: Math.round(durationMs),
    problems,
    differences,
  }));
  if (tests.every(({ status }) => status !== 'failed')) return output.result({ tests });
  output.failedResult({ tests });
  process.exitCode = EXIT_CODES.failed;
}

async function writeJunit(file: string, results: readonly Result[]): Promise<void> {
  const cases = results.map(({ file: name, functionFile, status, replay: { problems, differences, durationMs } }) => ({
    name,
    suite: functionFile.replace(/\.ts$/, ''),
    durationMs,
    failure: status === 'failed' ? [...problems, ...differenceLines(differences, plain)].join('\n') : undefined,
  }));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, junitReport(cases));
}

/** Each item, a few at a time; the results in the order of the items. */
async function eachInParallel<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(items.length, availableParallelism()) }, worker));
  return results;
}
