import { createContext, Script } from 'node:vm';

const compiled = new Map<string, RegExp | undefined>();

/** Patterns come from environments too: one more is taken in than there are in the catalogue, not all that were ever tried. */
const MAX_COMPILED = 5_000;

/** The pattern of an input field as an expression that must match the whole value; undefined when it is none. */
export function compilePattern(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(pattern, tryCompile(pattern));
  }
  return compiled.get(pattern);
}

function tryCompile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return undefined;
  }
}

/** Longest that one value may take, in time of the processor: on a busy machine the clock says nothing. */
const LIMIT_MS = 100;

const sandbox: { expression?: RegExp; value?: string } = createContext(Object.create(null));
const test = new Script('expression.test(value)');

/** Whether a pattern matches the whole value. One that takes too long does not: nobody else would be answered meanwhile. */
export function matchesPattern(pattern: string, value: string): boolean {
  const expression = compilePattern(pattern);
  if (!expression) return false;
  if (isLinear(pattern)) return expression.test(value);
  const startedAtMs = workedMs();
  Object.assign(sandbox, { expression, value });
  try {
    for (;;) {
      const isMatch = tryOnce();
      if (isMatch !== undefined) return isMatch;
      if (workedMs() - startedAtMs >= LIMIT_MS / 2) return false;
    }
  } finally {
    // It may be a secret.
    delete sandbox.value;
  }
}

/** Undefined where the time was up. */
function tryOnce(): boolean | undefined {
  try {
    return test.runInContext(sandbox, { timeout: LIMIT_MS }) === true;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}

/** Time that this thread has worked. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Nothing to go back to: no group, and one repetition at most. Most patterns are such. */
const isLinear = (pattern: string): boolean =>
  !pattern.includes('(') && (pattern.match(/[*+?]|\{\d+,/g) ?? []).length <= 1;
