import type { FormField } from './form-field.js';

/** What is wrong with a value; the dictionary has a sentence for each. */
export type ValueProblem = 'required' | 'choice' | 'hostname' | 'uri' | 'uuid' | 'email' | 'pattern' | 'tooLong';

/** As long as the gateway takes (wire contract, section 4). */
const MAX_LENGTH = 8192;

const HOSTNAME =
  /^(?=.{1,253}(:\d{1,5})?$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Only what is no address at all; the gateway looks closer. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const FORMATS = {
  hostname: (value: string) => HOSTNAME.test(value),
  uri: (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value),
  uuid: (value: string) => UUID.test(value),
  email: (value: string) => EMAIL.test(value),
};

/** Checks a normalized value by the rules of its field, as the gateway does again. */
export function validateValue({ input }: FormField, value: string): ValueProblem | undefined {
  if (value === '') return input.optional ? undefined : 'required';
  if (value.length > MAX_LENGTH) return 'tooLong';
  if (input.enum && !input.enum.includes(value)) return 'choice';
  if (input.format && !FORMATS[input.format](value)) return input.format;
  if (input.pattern !== undefined && !matchesWhole(input.pattern, value)) return 'pattern';
  return undefined;
}

function matchesWhole(pattern: string, value: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value);
  } catch {
    // What is no pattern refuses nothing here.
    return true;
  }
}
