import type { InputFields } from '@svc/contracts';
import { invalidBody } from '@svc/errors';
import { validateInputFields } from '@svc/providers';
import type { DirectInput } from '../direct-authorization.js';

/** What the bodies of some routes hold beside the fields (wire contract, section 6). */
const BESIDE_FIELDS: ReadonlySet<string> = new Set(['type', 'assertionOption']);

/** What a person typed in, checked, with defaults, and without prefixes that were typed along. */
export type TypedFields = Readonly<Record<string, string>>;

/**
 * Reads what was typed in by the fields that ask for it. A field that the gateway fills in itself cannot be typed in.
 *
 * @throws AppError `invalid_body` with every problem, by the names of the fields.
 */
export function readFields(fields: InputFields, input: DirectInput): TypedFields {
  const asked = Object.fromEntries(Object.entries(fields).filter(([, { automated }]) => !automated));
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => !BESIDE_FIELDS.has(name)));
  const { values, issues } = validateInputFields(asked, given, { path: [], unknownKeys: 'reject' });
  if (issues.length > 0) throw invalidBody(...issues);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
