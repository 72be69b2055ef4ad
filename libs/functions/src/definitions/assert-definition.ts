import type { AnyDefinition } from './any-definition.js';
import { isSchema } from './schema-kind.js';

const LIFECYCLE_EVENTS = ['post-connection-creation', 'pre-connection-deletion', 'validate-connection'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isOptional = (value: unknown, isRight: (given: unknown) => boolean): boolean =>
  value === undefined || isRight(value);
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

const problemsOfSync = (fields: Record<string, unknown>): (string | false)[] => [
  typeof fields['frequency'] !== 'string' && 'frequency must be text such as "every hour"',
  !isObject(fields['models']) && 'models must be an object of zod schemas by name',
  isObject(fields['models']) &&
    !Object.values(fields['models']).every(isSchema) &&
    'every entry of models must be a zod schema',
  !['undefined', 'full', 'incremental'].includes(String(fields['syncType'])) && 'syncType must be full or incremental',
  fields['checkpoint'] !== undefined && !isSchema(fields['checkpoint']) && 'checkpoint must be a zod schema',
  !isOptional(fields['autoStart'], isBoolean) && 'autoStart must be true or false',
  !isOptional(fields['trackDeletes'], isBoolean) && 'trackDeletes must be true or false',
  !isOptional(fields['webhookSubscriptions'], isTexts) && 'webhookSubscriptions must be a list of texts',
  !isOptional(fields['deletionGuard'], isShare) && 'deletionGuard must be a number from 0 to 1',
  !isOptional(fields['onWebhook'], (value) => typeof value === 'function') && 'onWebhook must be a function',
  !isOptional(fields['endpoints'], Array.isArray) && 'endpoints must be a list',
];

const problemsOfAction = (fields: Record<string, unknown>): (string | false)[] => [
  !isSchema(fields['input']) && 'input must be a zod schema; use z.void() where there is none',
  !isSchema(fields['output']) && 'output must be a zod schema; use z.void() where there is none',
];

const problemsOfOnEvent = (fields: Record<string, unknown>): (string | false)[] => [
  !LIFECYCLE_EVENTS.includes(String(fields['event'])) && `event must be one of ${LIFECYCLE_EVENTS.join(', ')}`,
];

const problemsOf = (fields: Record<string, unknown>): string[] => {
  const own = {
    sync: problemsOfSync,
    action: problemsOfAction,
    'on-event': problemsOfOnEvent,
  }[String(fields['type'])];
  if (!own) return ['export default must be the result of createSync, createAction or createOnEvent'];
  const problems = [
    typeof fields['description'] !== 'string' && 'description must be text',
    typeof fields['exec'] !== 'function' && 'exec must be a function',
    fields['metadata'] !== undefined && !isSchema(fields['metadata']) && 'metadata must be a zod schema',
    !isOptional(fields['version'], isText) && 'version must be text',
    !isOptional(fields['scopes'], isTexts) && 'scopes must be a list of texts',
    ...own(fields),
  ];
  return problems.filter((problem) => problem !== false);
};

/**
 * Checks that a script's default export is a function's definition.
 * @throws {TypeError} naming every field that is wrong
 */
export function assertDefinition(definition: unknown): asserts definition is AnyDefinition {
  const problems = problemsOf(isObject(definition) ? definition : {});
  if (problems.length > 0) throw new TypeError(`The function's definition is not valid: ${problems.join('; ')}.`);
}
