import { LOGGER_LEVEL_VARIABLE } from '@svc/contracts';
import type { z } from 'zod';
import { ConfigError, type ConfigProblem } from './config-error.js';
import { descriptionOf } from './setting.js';

/** Variables as a process gets them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const LONGEST_VALUE_SHOWN = 100;

/** An empty variable counts as one that is not set; the reference product's spelling of the logger level is taken too. */
const normalise = (env: Environment): Record<string, string> => {
  const { canonical, aliases } = LOGGER_LEVEL_VARIABLE;
  const set = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    const text = value?.trim();
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  const values = Object.fromEntries(set);
  const alias = aliases.map((spelling) => values[spelling]).find((value) => value !== undefined);
  return alias === undefined ? values : { [canonical]: alias, ...values };
};

const describeProblem = (variable: string, schema: z.core.$ZodType, value: string | undefined): ConfigProblem => {
  const { secret, expected } = descriptionOf(schema);
  const shown = value !== undefined && (secret || value.length > LONGEST_VALUE_SHOWN) ? undefined : value;
  const wrong = shown === undefined ? 'has a value that cannot be used' : `is ${JSON.stringify(shown)}`;
  return { variable, problem: value === undefined ? 'is not set' : wrong, remedy: `Set it to ${expected}` };
};

/**
 * Parses variables with a schema made of `setting()`s.
 * @throws {ConfigError} with every problem, not only the first.
 */
export const parseSettings = <Shape extends z.ZodRawShape>(
  settings: z.ZodObject<Shape>,
  env: Environment,
): z.output<z.ZodObject<Shape>> => {
  const values = normalise(env);
  const schemas: Readonly<Record<string, z.core.$ZodType>> = settings.shape;
  const parsed = settings.safeParse(values);
  const wrong = new Set(parsed.error?.issues.map((issue) => String(issue.path[0])));
  for (const [variable, schema] of Object.entries(schemas)) {
    const required = descriptionOf(schema).requiredOutsideDevelopment === true && values['NODE_ENV'] !== 'development';
    if (required && values[variable] === undefined) wrong.add(variable);
  }
  const problems = Object.entries(schemas)
    .filter(([variable]) => wrong.has(variable))
    .map(([variable, schema]) => describeProblem(variable, schema, values[variable]));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
};
