import {
  assertDefinition,
  describeFunction,
  standsForNothing,
  type AnyActionDefinition,
  type AnyDefinition,
} from '@svc/functions';
import type { z } from 'zod';
import { toIssues } from './describe-failure.js';
import type { CreatedHelpers } from './helpers/create-helpers.js';
import type { ScriptBody } from './host-functions.js';
import type { RawFailure } from './raw-failure.js';
import type { RunContext } from './run-context.js';

/** Ends the run with a failure of its own kind. */
export class RunEnd extends Error {
  constructor(readonly failure: RawFailure) {
    super(failure.message);
  }
}

/** Evaluates the script and takes its default export. */
export const loadDefinition = (script: ScriptBody, require: (name: string) => unknown): AnyDefinition => {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  script(module, module.exports, require);
  const definition = module.exports['default'] ?? module.exports;
  assertDefinition(definition);
  return definition;
};

const check = async (type: 'invalid_input' | 'invalid_output', schema: z.ZodType, value: unknown): Promise<unknown> => {
  const result = await schema.safeParseAsync(value);
  if (result.success) return result.data;
  const subject = type === 'invalid_input' ? 'input' : 'output';
  const issues = toIssues(result.error);
  const shown = issues.slice(0, 5).map(({ path, message }) => `${[subject, ...path].join('.')}: ${message}`);
  const message = `The ${subject} does not match the action's schema. ${shown.join('; ')}`;
  throw new RunEnd({ type, name: 'ValidationError', message, issues });
};

const isEmpty = (input: unknown): boolean =>
  input === null || (typeof input === 'object' && Object.keys(input).length === 0);

/** JSON has no undefined: where an action takes nothing, null stands for it, and the empty object that many callers always send. */
const inputOf = ({ input: schema }: AnyActionDefinition, input: unknown): unknown =>
  standsForNothing(schema) && isEmpty(input) ? undefined : input;

const call = async (name: string, body: unknown, args: readonly unknown[]): Promise<unknown> => {
  if (typeof body !== 'function') throw new TypeError(`${name} must be a function.`);
  const result: unknown = await Reflect.apply(body, undefined, args);
  return result;
};

const DEPRECATED_TRACKING = 'deleteRecordsFromPreviousExecutions';

/** What a function is called with, and its own text. */
export interface FunctionEnvironment extends CreatedHelpers {
  readonly source: string;
}

/** Runs the function; an action's input and output are checked against its schemas (decision D11). */
export const runFunction = async (
  definition: AnyDefinition,
  context: RunContext,
  { helpers, tracking, source }: FunctionEnvironment,
): Promise<unknown> => {
  if (context.purpose === 'describe') return describeFunction(definition);
  if (definition.type !== context.function.kind) {
    throw new TypeError(`The script defines a ${definition.type}, but it was deployed as ${context.function.kind}.`);
  }
  if (context.purpose === 'webhook')
    return await call('onWebhook', definition.type === 'sync' ? definition.onWebhook : undefined, [
      helpers,
      context.input,
    ]);
  if (definition.type !== 'action') {
    const tracksAll = definition.type === 'sync' && definition.trackDeletes === true;
    // What the deprecated helper compares with has to be known from the beginning of the run.
    if (tracksAll || source.includes(DEPRECATED_TRACKING)) await tracking?.startAll();
    await call('exec', definition.exec, [helpers]);
    if (tracksAll) await tracking?.endAll();
    return undefined;
  }
  const input = await check('invalid_input', definition.input, inputOf(definition, context.input));
  const output = await call('exec', definition.exec, [helpers, input]);
  await check('invalid_output', definition.output, output);
  return output;
};
