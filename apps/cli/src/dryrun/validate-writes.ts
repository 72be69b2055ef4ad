import { evaluateScript } from '../compile/evaluate-script.js';
import type { CompiledFunction } from '../compile/function-file.js';
import type { RunWrites } from './run-outcome.js';

const MAX_PROBLEMS = 50;

/** What of a run's writes does not match the schemas of its function; an action's input and output are checked as it runs. */
export function validateWrites(compiled: CompiledFunction, { records, checkpoint, metadata }: RunWrites): string[] {
  const definition = schemasOf(evaluateScript(compiled));
  const problems = [
    ...Object.entries(records).flatMap(([model, list]) => {
      const schema = definition.models[model];
      return list.flatMap((record) => problemsOf(schema, record, `${model} ${JSON.stringify(record['id'])}`));
    }),
    ...(checkpoint ? problemsOf(definition.checkpoint, checkpoint, 'checkpoint') : []),
    ...(metadata ? problemsOf(definition.metadata, metadata, 'metadata') : []),
  ];
  const more = problems.length - MAX_PROBLEMS;
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `... and ${more} more`] : problems;
}

/** The little of a zod schema, of any version, that is needed here. */
interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

interface Schemas {
  readonly models: Readonly<Record<string, Schema>>;
  readonly checkpoint?: Schema;
  readonly metadata?: Schema;
}

const schemasOf = (definition: unknown): Schemas => ({ models: {}, ...Object(definition) });

function problemsOf(schema: Schema | undefined, value: unknown, subject: string): string[] {
  const issues = schema?.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${subject}: ${[...path.map(String), message].join(' ')}`);
}
