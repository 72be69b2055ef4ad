import { redactText } from './redact-text.js';
import { SECRET_FIELDS } from './redaction.js';

const REDACTED = '[redacted]';
const TRUNCATED = '[truncated]';
const MAX_DEPTH = 20;
const MAX_NODES = 20_000;
const MAX_TEXT_LENGTH = 50_000;

const normalised = (name: string): string => name.toLowerCase().replace(/[-_]/g, '');

const SECRET_NAMES = new Set(SECRET_FIELDS.map(normalised));

/** Text that PostgreSQL takes: without NUL and without halves of surrogate pairs. Longer text is cut. */
export function storableText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}${TRUNCATED}` : text;
  return cut.replaceAll('\0', '\u{FFFD}').toWellFormed();
}

/**
 * A copy of a JSON value as it may be logged and stored: the values of fields that hold secrets are replaced, at any depth,
 * and so are secrets inside text. What is too deep or too large is cut.
 */
export function redactValue(value: unknown): unknown {
  let nodes = 0;
  const visit = (node: unknown, depth: number): unknown => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH) return TRUNCATED;
    if (typeof node === 'string') return redactText(storableText(node));
    if (typeof node === 'bigint') return node.toString();
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.slice(0, MAX_NODES).map((item) => visit(item, depth + 1));
    if ('toJSON' in node && typeof node.toJSON === 'function') return visit(node.toJSON(), depth + 1);
    return Object.fromEntries(
      Object.entries(node).map(([name, item]) => [
        storableText(name),
        SECRET_NAMES.has(normalised(name)) && item !== null && item !== undefined ? REDACTED : visit(item, depth + 1),
      ]),
    );
  };
  return visit(value, 0);
}
