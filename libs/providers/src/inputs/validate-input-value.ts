import type { InputField } from '@svc/contracts';
import { z } from 'zod';
import { matchesPattern } from './compile-pattern.js';

/** What is wrong with a value: a code as zod names it, and a message that follows the field's name. */
export interface InputValueProblem {
  readonly code: 'invalid_type' | 'invalid_value' | 'invalid_format' | 'too_big';
  readonly message: string;
}

/** Longest value of an input field, in characters (wire contract, section 4). */
const MAX_INPUT_LENGTH = 8192;

const HOSTNAME =
  /^(?=.{1,253}(:\d{1,5})?$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i;

const FORMATS: Readonly<Record<NonNullable<InputField['format']>, (value: string) => boolean>> = {
  hostname: (value) => HOSTNAME.test(value),
  uri: (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
  uuid: (value) => z.guid().safeParse(value).success,
  email: (value) => z.email().safeParse(value).success,
};

const FORMAT_NAMES: Readonly<Record<NonNullable<InputField['format']>, string>> = {
  hostname: 'a host name, such as example.com',
  uri: 'an address that starts with https:// or http://',
  uuid: 'a UUID',
  email: 'an e-mail address',
};

/** Checks a value, without prefix and suffix, against its field. The value itself is never repeated: it may be secret. */
export function validateInputValue(field: InputField, value: string): InputValueProblem | undefined {
  if (value.length > MAX_INPUT_LENGTH) {
    return { code: 'too_big', message: `must not be longer than ${MAX_INPUT_LENGTH} characters` };
  }
  if (field.enum && !field.enum.includes(value)) {
    return { code: 'invalid_value', message: `must be one of ${field.enum.join(', ')}` };
  }
  if (field.format && !FORMATS[field.format](value)) {
    return { code: 'invalid_format', message: `must be ${FORMAT_NAMES[field.format]}` };
  }
  if (field.pattern !== undefined && !matchesPattern(field.pattern, value)) {
    const example = field.example === undefined ? '' : `, for example ${field.example}`;
    return { code: 'invalid_format', message: `must match ${field.pattern}${example}` };
  }
  return undefined;
}
