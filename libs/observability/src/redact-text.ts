import { SECRET_FIELDS } from './redaction.js';

const REDACTED = '[redacted]';

const FIELD = [...SECRET_FIELDS].map((field) => field.replace(/[-_]/g, '[-_]?')).join('|');

/** What a secret looks like inside text: our own keys, an authorization value, `name=value` and `"name": "value"`. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(svc_(?:sk|ak)_|(?:svc|nango)_connect_session_)[A-Za-z0-9_-]+/g, `$1${REDACTED}`],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [new RegExp(`((?:^|[?&;\\s])(?:${FIELD})=)[^&;\\s"']+`, 'gi'), `$1${REDACTED}`],
  [new RegExp(`("(?:${FIELD})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${REDACTED}"`],
];

/** Text as it may be logged: without the secrets that can be recognised by their form or by the name before them. */
export function redactText(text: string): string {
  return PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
