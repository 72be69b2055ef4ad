import type { ProviderDefinition } from '@svc/contracts';
import { safeRegex } from 'safe-regex2';
import type { FieldProblem } from './field-problem.js';
import { validateDefinition, type ValidationOptions } from './validate-definition.js';

const GROUPS = ['connection_config', 'credentials', 'integration_config', 'assertion_option'] as const;

/** Everything wrong with a definition that came through the API: the rules of files, and those for what strangers write. */
export function validateCustomDefinition(definition: ProviderDefinition, options: ValidationOptions): FieldProblem[] {
  return [
    ...validateDefinition(definition, options),
    ...patternsOf(definition)
      .filter(({ pattern }) => !safeRegex(pattern))
      .map(({ path }) => ({ path, reason: 'is an expression that may take forever: repeat nothing that repeats' })),
  ];
}

function patternsOf(definition: ProviderDefinition): { readonly path: string; readonly pattern: string }[] {
  const fields = GROUPS.flatMap((group) =>
    Object.entries(definition[group] ?? {}).flatMap(([name, { pattern }]) =>
      pattern === undefined ? [] : [{ path: `${group}.${name}.pattern`, pattern }],
    ),
  );
  const inBody = definition.proxy?.retry?.in_body?.value;
  return inBody === undefined ? fields : [...fields, { path: 'proxy.retry.in_body.value', pattern: inBody }];
}
