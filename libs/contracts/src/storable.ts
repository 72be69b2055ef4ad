import { z } from 'zod';

/** Deepest nesting of free-form JSON that is stored. */
export const MAX_JSON_DEPTH = 100;

/** Whether text can be stored: PostgreSQL takes neither NUL nor half of a surrogate pair. */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Text that can be stored. */
export const storableTextSchema = z.string().refine(isStorableText, 'may not contain NUL or broken Unicode characters');

/** What keeps a JSON value from being stored, or undefined. Walks without recursion, so that nesting cannot exhaust the stack. */
export function findUnstorable(root: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isStorableText(value)) return 'may not contain NUL or broken Unicode characters';
    // JSON.parse reads 1e999 as Infinity, which JSON would write as null.
    if (typeof value === 'number' && !Number.isFinite(value)) return 'may not contain numbers beyond 1.7e308';
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_JSON_DEPTH) return `may not be nested more than ${MAX_JSON_DEPTH} levels deep`;
    for (const [key, entry] of Object.entries(value)) {
      if (!isStorableText(key)) return 'may not contain NUL or broken Unicode characters in keys';
      open.push({ value: entry, depth: depth + 1 });
    }
  }
  return undefined;
}

/** A free-form JSON object that can be stored. */
export const storableObjectSchema = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const problem = findUnstorable(value);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});
