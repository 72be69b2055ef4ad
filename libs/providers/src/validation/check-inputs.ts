import type { InputField, InputFields, ProviderDefinition } from '@svc/contracts';
import { compilePattern } from '../inputs/compile-pattern.js';
import { validateInputValue } from '../inputs/validate-input-value.js';
import type { FieldProblem } from './field-problem.js';

/** Input fields that contradict themselves: an example that the pattern refuses, a condition on a field that is not there. */
export function checkInputs(definition: ProviderDefinition): FieldProblem[] {
  const groups = ['connection_config', 'credentials', 'integration_config', 'assertion_option'] as const;
  return groups.flatMap((group) => {
    const fields = definition[group] ?? {};
    return Object.entries(fields).flatMap(([name, field]) =>
      fieldReasons(field, fields).map((reason) => ({ path: `${group}.${name}`, reason })),
    );
  });
}

function fieldReasons(field: InputField, fields: InputFields): string[] {
  if (field.pattern !== undefined && !compilePattern(field.pattern)) {
    return [`pattern "${field.pattern}" is not a regular expression`];
  }
  const samples = [
    ['example', field.example],
    ['default_value', field.default_value],
    ...(field.enum ?? []).map((value) => ['enum value', value] as const),
  ] as const;
  const reasons: string[] = [];
  for (const [kind, value] of samples) {
    const problem = value === undefined ? undefined : validateInputValue(field, value);
    if (problem) reasons.push(`${kind} "${value}" ${problem.message}`);
  }
  const hiddenWithoutValue = field.hidden && !field.automated && field.default_value === undefined;
  if (hiddenWithoutValue && !field.optional) reasons.push('is hidden, so it needs a default_value');
  const other = field.visible_when?.field;
  if (other !== undefined && !fields[other]) reasons.push(`visible_when names "${other}", which is not a field here`);
  return reasons;
}
