import type { InputFields } from '@svc/contracts';
import { invalidBody } from '@svc/errors';
import { validateInputFields, type InputValidation } from '@svc/providers';
import type { DirectInput } from '../direct-authorization.js';

/** What the bodies of some routes hold beside the fields (wire contract, section 6). */
const BESIDE_FIELDS: ReadonlySet<string> = new Set(['type', 'assertionOption']);

/** What a person typed in, checked, with defaults, and without prefixes that were typed along. */
export type TypedFields = Readonly<Record<string, string>>;

/** The parts of what was typed in. */
export interface ReadInput {
  readonly fields: TypedFields;
  /** Used once and never stored. */
  readonly assertionOption: TypedFields;
}

/**
 * Reads what was typed in by the fields that ask for it. A field that the gateway fills in itself cannot be typed in.
 *
 * @param options fields of the values for one use, which come as `assertionOption`.
 * @throws AppError `invalid_body` with every problem, by the names of the fields.
 */
export function readInput(fields: InputFields, input: DirectInput, options: InputFields = {}): ReadInput {
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => !BESIDE_FIELDS.has(name)));
  const typed = check(fields, given, []);
  const once = check(options, { ...Object(input['assertionOption']) }, ['assertionOption']);
  const issues = [...typed.issues, ...once.issues];
  if (issues.length > 0) throw invalidBody(...issues);
  return { fields: textsOf(typed), assertionOption: textsOf(once) };
}

function check(fields: InputFields, given: DirectInput, path: readonly string[]): InputValidation {
  const asked = Object.fromEntries(Object.entries(fields).filter(([, { automated }]) => !automated));
  return validateInputFields(asked, given, { path, unknownKeys: 'reject' });
}

const textsOf = ({ values }: InputValidation): TypedFields =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
