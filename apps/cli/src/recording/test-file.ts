import { checkpointSchema, paginationDefaultsSchema } from '@svc/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { CliError, messageOf } from '../cli-error.js';
import type { FunctionFile } from '../compile/function-file.js';
import { recordedCallSchema } from './recorded-call.js';

const recordsSchema = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** What a run did, as a test expects it. */
export const expectationSchema = z.strictObject({
  /** Of an action. */
  output: z.unknown().optional(),
  /** Records that were saved, by model. */
  records: recordsSchema.optional(),
  /** Records that were updated in part. */
  updated: recordsSchema.optional(),
  /** Ids that were deleted, by model. */
  deleted: z.record(z.string(), z.array(z.union([z.string(), z.number()]))).optional(),
  /** The last checkpoint. */
  checkpoint: z.record(z.string(), z.unknown()).nullable().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** Instead of all the others: the failure that the function ended with. */
  error: z.strictObject({ type: z.string(), message: z.string(), payload: z.unknown().optional() }).optional(),
});
/** What a run did, as a test expects it. */
export type Expectation = z.infer<typeof expectationSchema>;

/** A recording: a file `<function>.test.json` or `<function>.<case>.test.json` beside the function. */
export const testFileSchema = z.strictObject({
  /** The moment at which time stands still in the run. ISO 8601. */
  time: z.string(),
  /** Name of the environment that it was recorded in. */
  environment: z.string().default('dev'),
  connection: z.strictObject({
    connectionId: z.string(),
    provider: z.string(),
    pagination: paginationDefaultsSchema.optional(),
  }),
  input: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** Of a sync. */
  variant: z.string().optional(),
  lastSyncDate: z.string().optional(),
  checkpoint: checkpointSchema.optional(),
  calls: z.array(recordedCallSchema),
  expect: expectationSchema,
});
/** A recording: a file `<function>.test.json` or `<function>.<case>.test.json` beside the function. */
export type TestFile = z.infer<typeof testFileSchema>;

const ENDING = '.test.json';
const CASE_NAME = /^[a-zA-Z0-9_-]+$/;

/** Where a recording of a function lies, relative to the project. */
export function testFileOf({ file }: Pick<FunctionFile, 'file'>, caseName?: string): string {
  if (caseName !== undefined && !CASE_NAME.test(caseName))
    throw new CliError(`"${caseName}" is no name for a test: use letters, digits, _ and -.`, {
      code: 'invalid_options',
    });
  return `${file.replace(/\.ts$/, '')}${caseName === undefined ? '' : `.${caseName}`}${ENDING}`;
}

/** The function that a file is a recording of; undefined for any other file. */
export function testedFunction(file: string): string | undefined {
  const match = new RegExp(
    `^([^/]+/(?:syncs|actions|on-events)/[a-zA-Z0-9_-]+)(?:\\.[a-zA-Z0-9_-]+)?\\${ENDING}$`,
  ).exec(file);
  return match ? `${match[1]}.ts` : undefined;
}

/** @throws {CliError} naming what is wrong with the file */
export function readTestFile(root: string, file: string): TestFile {
  try {
    const parsed = testFileSchema.safeParse(JSON.parse(readFileSync(path.join(root, file), 'utf8')));
    if (parsed.success) return parsed.data;
    throw new Error(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message].join(' ')).join('; '));
  } catch (error) {
    throw new CliError(`${file} is no recording: ${messageOf(error)}`, {
      code: 'invalid_test_file',
      hint: 'Record it anew with "svc dryrun <function> <connection-id> --save".',
    });
  }
}

export const testFileText = (content: z.input<typeof testFileSchema>): string =>
  `${JSON.stringify(content, null, 2)}\n`;
