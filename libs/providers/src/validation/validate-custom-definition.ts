import type { ProviderDefinition } from '@svc/contracts';
import { safeRegex } from 'safe-regex2';
import type { FieldProblem } from './field-problem.js';
import { validateDefinition, type ValidationOptions } from './validate-definition.js';

const GROUPS = ['connection_config', 'credentials', 'integration_config', 'assertion_option'] as const;

const ENDLESS = 'is an expression that may take forever: repeat nothing that repeats';

/** Everything wrong with a definition that came through the API: the rules of files, and those for what strangers write. */
export function validateCustomDefinition(definition: ProviderDefinition, options: ValidationOptions): FieldProblem[] {
  const endless = patternsOf(definition)
    .filter(({ pattern }) => !safeRegex(pattern))
    .map(({ path }) => ({ path, reason: ENDLESS }));
  const problems = [...endless, ...checkBodyPattern(definition)];
  // The other rules try the patterns out.
  return problems.length > 0 ? problems : validateDefinition(definition, options);
}

function patternsOf(definition: ProviderDefinition): { readonly path: string; readonly pattern: string }[] {
  return GROUPS.flatMap((group) =>
    Object.entries(definition[group] ?? {}).flatMap(([name, { pattern }]) =>
      pattern === undefined ? [] : [{ path: `${group}.${name}.pattern`, pattern }],
    ),
  );
}

/**
 * This one meets what servers answer, for as long as it takes: no group is repeated, two other things at most, and a few may be
 * missing or something else.
 */
function checkBodyPattern({ proxy }: ProviderDefinition): FieldProblem[] {
  const pattern = proxy?.retry?.in_body?.value ?? '';
  const count = (what: RegExp): number => (pattern.match(what) ?? []).length;
  const isQuick = !/\)[*+{]/.test(pattern) && count(/[*+]|\{\d+,/g) <= 2 && count(/[^(]\?|\|/g) <= 3;
  return isQuick ? [] : [{ path: 'proxy.retry.in_body.value', reason: ENDLESS }];
}
