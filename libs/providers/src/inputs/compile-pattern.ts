const compiled = new Map<string, RegExp | undefined>();

/** The pattern of an input field as an expression that must match the whole value; undefined when it is none. */
export function compilePattern(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) compiled.set(pattern, tryCompile(pattern));
  return compiled.get(pattern);
}

function tryCompile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return undefined;
  }
}
