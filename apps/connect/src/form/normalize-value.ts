import type { FormField } from './form-field.js';

const HOST_WITHOUT_SCHEME = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?(\/.*)?$/i;

/** The value as it is sent: without what people copy along, such as spaces or the whole address for a subdomain. */
export function normalizeValue({ name, input }: FormField, typed: string): string {
  // A space may be part of a password, and of nothing else.
  if (input.secret) return name === 'password' ? typed : typed.trim();
  let value = typed.trim();
  const { prefix, suffix } = input;
  if (prefix && value.startsWith(prefix)) value = value.slice(prefix.length);
  const bare = value.replace(/\/+$/, '');
  if (suffix && bare.endsWith(suffix)) value = bare.slice(0, -suffix.length);
  if (input.format === 'uri' && HOST_WITHOUT_SCHEME.test(value)) value = `https://${value}`;
  return value;
}
