/** Shorter values are no secrets, and hiding them would make an error unreadable. */
const MIN_LENGTH = 6;
const MAX_DEPTH = 5;

/** Names under which credentials keep what is secret. What else is there, such as an account's name, helps to find an error. */
const SECRET_NAME = /token|secret|key|pass|pwd|assertion|jwt|credential|signature|cookie|auth/i;
const NO_SECRET = /^(token_type|key_id|auth_mode|auth_type)$/i;

/** Every form in which a text turns up: as it is, inside JSON, and inside an address. */
const formsOf = (text: string): string[] => [
  ...new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())]),
];

/** The secret texts of credentials, in every form. */
export function secretTexts(credentials: unknown, depth = 0): string[] {
  if (typeof credentials !== 'object' || credentials === null || depth > MAX_DEPTH) return [];
  return Object.entries(credentials).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return secretTexts(value, depth + 1);
    const isSecret = SECRET_NAME.test(name) && !NO_SECRET.test(name) && value.length >= MIN_LENGTH;
    return isSecret ? formsOf(value) : [];
  });
}
