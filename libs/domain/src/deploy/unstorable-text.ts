/**
 * Path of the first text that PostgreSQL's jsonb refuses (a NUL character or half a surrogate pair), or undefined.
 * Keys count as text too.
 */
export function unstorableText(value: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const found = isStorable(key) ? unstorableText(entry, [...path, key]) : path;
    if (found) return found;
  }
  return undefined;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
