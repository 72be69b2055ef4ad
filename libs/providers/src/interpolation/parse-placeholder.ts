import type { FunctionSegment, Segment, Sequence, VariableSegment } from './template.js';

const CALL = /^([A-Za-z][A-Za-z0-9]*)\(([\s\S]*)\)$/;
const NOW = /^now(?:([+-]\d+):([a-zA-Z]+))?(?::([\s\S]+))?$/;
const STEP = /^step([1-9]\d*)\.(.+)$/;

const OBJECT_SOURCES = new Map<string, VariableSegment['source']>([
  ['connectionConfig', 'connectionConfig'],
  ['connection_config', 'connectionConfig'],
  ['integrationConfig', 'integrationConfig'],
  ['assertionOption', 'assertionOption'],
  ['credentials', 'credentials'],
]);

/** Functions of two arguments, which are split at the last comma: the message may hold commas, the key may not. */
const TWO_ARGUMENT_FUNCTIONS = new Set(['hmacSha1Hex', 'ed25519Sign']);

/** Reads what stands between `${` and `}`. */
export function parsePlaceholder(inner: string, parseArguments: (text: string) => Sequence): Segment {
  const raw = `\${${inner}}`;
  const call = CALL.exec(inner);
  if (call?.[1] !== undefined && call[2] !== undefined) {
    return { kind: 'function', name: call[1], args: splitArguments(call[1], parseArguments(call[2])), raw };
  }
  const now = NOW.exec(inner);
  if (now) {
    const offset = now[1] && now[2] ? { amount: Number(now[1]), unit: now[2] } : undefined;
    return { kind: 'now', offset, format: now[3], raw };
  }
  return parseVariable(inner.trim(), raw);
}

function parseVariable(name: string, raw: string): VariableSegment {
  const step = STEP.exec(name);
  if (step?.[1] && step[2]) {
    return { kind: 'variable', source: 'step', step: Number(step[1]), path: step[2].split('.'), raw };
  }
  const dot = name.indexOf('.');
  const source = dot === -1 ? undefined : OBJECT_SOURCES.get(name.slice(0, dot));
  const path = (source ? name.slice(dot + 1) : name).split('.');
  return { kind: 'variable', source: source ?? 'named', step: 0, path, raw };
}

function splitArguments(name: string, argument: Sequence): FunctionSegment['args'] {
  if (TWO_ARGUMENT_FUNCTIONS.has(name)) return splitAtLastComma(argument);
  if (name === 'awsSigV4') return splitAtEveryComma(argument);
  return [argument];
}

function splitAtLastComma(argument: Sequence): Sequence[] {
  for (let index = argument.length - 1; index >= 0; index -= 1) {
    const segment = argument[index];
    if (typeof segment !== 'string') continue;
    const comma = segment.lastIndexOf(',');
    if (comma === -1) continue;
    const before = [...argument.slice(0, index), segment.slice(0, comma)];
    const after = [segment.slice(comma + 1).trimStart(), ...argument.slice(index + 1)];
    return [withoutEmpty(before), withoutEmpty(after)];
  }
  return [argument];
}

function splitAtEveryComma(argument: Sequence): Sequence[] {
  const parts: Segment[][] = [[]];
  for (const segment of argument) {
    if (typeof segment !== 'string') {
      parts.at(-1)?.push(segment);
      continue;
    }
    const [first = '', ...rest] = segment.split(',');
    parts.at(-1)?.push(first.trim());
    for (const text of rest) parts.push([text.trim()]);
  }
  return parts.map(withoutEmpty);
}

const withoutEmpty = (segments: Segment[]): Sequence => segments.filter((segment) => segment !== '');
