const replaceUnserialisable = (): ((this: unknown, key: string, value: unknown) => unknown) => {
  const ancestors: unknown[] = [];
  return function replace(_key, value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[function ${value.name}]`;
    if (value instanceof Error) return { ...value, name: value.name, message: value.message, stack: value.stack };
    if (value instanceof Map) return Object.fromEntries(value);
    if (value instanceof Set) return [...value];
    if (typeof value !== 'object' || value === null) return value;
    while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
    if (ancestors.includes(value)) return '[circular]';
    ancestors.push(value);
    return value;
  };
};

/** JSON of any value, also of errors, circles and what JSON has no form for. */
export const toLogJson = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value, replaceUnserialisable());
  } catch {
    return JSON.stringify(`[${typeof value} that cannot be shown]`);
  }
};

/** A value as text in a log line. */
export const toLogText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null) return toLogJson(value) ?? '';
  return String(value);
};
