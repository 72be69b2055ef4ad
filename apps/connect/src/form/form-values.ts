import type { Provider } from '@svc/contracts';
import type { FieldGroup, FormField } from './form-field.js';
import { normalizeValue } from './normalize-value.js';
import { validateValue, type ValueProblem } from './validate-value.js';

/** What was typed, by the id of the field. */
export type FormValues = Readonly<Record<string, string>>;

/** Values in the shape that the gateway takes. */
export type SentValues = Readonly<Record<FieldGroup, Readonly<Record<string, string>>>>;

/** What the form begins with. */
export function initialValues(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(fields.map(({ id, input }) => [id, input.default_value ?? '']));
}

/** The same without secrets, which are typed again after a failure. */
export function withoutSecrets(fields: readonly FormField[], values: FormValues): FormValues {
  const secret = new Set(fields.filter(({ input }) => input.secret).map(({ id }) => id));
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, secret.has(id) ? '' : value]));
}

/** The fields that apply, given what was chosen in others. */
export function visibleFields(
  fields: readonly FormField[],
  values: FormValues,
  provider: Provider,
  presets: Readonly<Record<string, unknown>>,
): FormField[] {
  const inputs = {
    params: provider.connection_config,
    credentials: provider.credentials,
    assertionOption: provider.assertion_option,
  };
  return fields.filter(({ group, input: { visible_when: condition } }) => {
    if (!condition) return true;
    const preset = group === 'params' ? presets[condition.field] : undefined;
    const typed = values[`${group}.${condition.field}`];
    const actual = preset ?? typed ?? inputs[group]?.[condition.field]?.default_value;
    return typeof actual === 'string' && [condition.equals].flat().includes(actual);
  });
}

/** Everything that is wrong, by the id of the field. */
export function problemsOf(fields: readonly FormField[], values: FormValues): Readonly<Record<string, ValueProblem>> {
  const problems = fields.map((field) => {
    const problem = validateValue(field, normalizeValue(field, values[field.id] ?? ''));
    return problem && ([field.id, problem] as const);
  });
  return Object.fromEntries(problems.filter((problem) => problem !== undefined));
}

/** What is sent. Fields that were left empty are left out. */
export function sentValues(fields: readonly FormField[], values: FormValues): SentValues {
  const sent: Record<FieldGroup, Record<string, string>> = { params: {}, credentials: {}, assertionOption: {} };
  for (const field of fields) {
    const value = normalizeValue(field, values[field.id] ?? '');
    if (value !== '') sent[field.group][field.name] = value;
  }
  return sent;
}
