import type { ErrorIssue, InputField, InputFields } from '@svc/contracts';
import { validateInputValue } from './validate-input-value.js';

/** How {@link validateInputFields} treats what it is given. */
export interface ValidateInputOptions {
  /** Where the values stand in the request, for example `['connection_config']`. */
  readonly path: readonly string[];
  /** Keys that no field declares: `reject` reports them, `keep` passes them on. */
  readonly unknownKeys: 'keep' | 'reject';
  /** Only some values are given, as in a PATCH: what is left out stays as it was, empty text clears. */
  readonly isPartial?: boolean;
}

/** The values to store, and everything wrong with those given. */
export interface InputValidation {
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly ErrorIssue[];
}

/**
 * Checks what a person entered against a definition's input fields: type, enum, format, pattern, what is required. Fills
 * in defaults, and takes off a prefix or suffix that was typed along (`https://acme.zendesk.com` for `acme`).
 */
export function validateInputFields(
  fields: InputFields | undefined,
  given: Readonly<Record<string, unknown>>,
  options: ValidateInputOptions,
): InputValidation {
  const declared = fields ?? {};
  const values: Record<string, unknown> = {};
  const issues: ErrorIssue[] = [];
  const report = (name: string, code: string, message: string): void => {
    issues.push({ code, message, path: [...options.path, name] });
  };

  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(declared, name)) continue;
    if (options.unknownKeys === 'keep') values[name] = value;
    else report(name, 'unrecognized_keys', `"${name}" is not a field of this provider${known(declared)}`);
  }
  for (const [name, field] of Object.entries(declared)) {
    const value = effectiveValue(field, given[name], options);
    if (value === undefined || value === null || value === '') {
      const isLeftAlone = options.isPartial && value === undefined;
      if (isRequired(field, declared, given) && !isLeftAlone) {
        report(name, 'invalid_type', `"${name}" is required`);
      } else if (options.isPartial && value === '') {
        values[name] = '';
      }
    } else if (typeof value !== 'string') {
      report(name, 'invalid_type', `"${name}" must be text`);
    } else {
      const bare = withoutAffixes(field, value);
      const problem = validateInputValue(field, bare);
      if (problem) report(name, problem.code, `"${name}" ${problem.message}`);
      values[name] = bare;
    }
  }
  return { values, issues };
}

function known(fields: InputFields): string {
  const names = Object.keys(fields);
  return names.length > 0 ? `; it has ${names.join(', ')}` : '';
}

function effectiveValue(field: InputField, given: unknown, { isPartial }: ValidateInputOptions): unknown {
  if (given !== undefined && given !== null && given !== '') return given;
  return isPartial ? given : (field.default_value ?? given);
}

function isRequired(field: InputField, fields: InputFields, given: Readonly<Record<string, unknown>>): boolean {
  return !field.optional && !field.hidden && !field.automated && isVisible(field, fields, given);
}

function isVisible(field: InputField, fields: InputFields, given: Readonly<Record<string, unknown>>): boolean {
  if (!field.visible_when) return true;
  const { field: other, equals } = field.visible_when;
  const actual = given[other] ?? fields[other]?.default_value;
  return typeof actual === 'string' && (Array.isArray(equals) ? equals.includes(actual) : equals === actual);
}

function withoutAffixes({ prefix, suffix, secret }: InputField, value: string): string {
  if (secret) return value;
  let bare = value.trim();
  if (prefix && bare.startsWith(prefix)) bare = bare.slice(prefix.length);
  if (suffix && bare.replace(/\/$/, '').endsWith(suffix)) bare = bare.replace(/\/$/, '').slice(0, -suffix.length);
  return bare;
}
