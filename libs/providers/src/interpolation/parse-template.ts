import { parsePlaceholder } from './parse-placeholder.js';
import type { Segment, Sequence, Template } from './template.js';

/** Reads a template into its pieces. Never fails: what is not a placeholder is text. */
export function parseTemplate(text: string): Template {
  if (!text.includes('${')) return { text, literal: text, alternatives: [[text]] };
  const parts = splitAlternatives(text);
  const alternatives = parts.map((part) => parseSequence(parts.length > 1 ? part.trim() : part));
  return { text, literal: undefined, alternatives };
}

/** Reads text with placeholders, without regard to double bars. */
function parseSequence(text: string): Sequence {
  const segments: Segment[] = [];
  let literalStart = 0;
  let index = text.indexOf('${');
  while (index !== -1) {
    const end = endOfPlaceholder(text, index);
    if (end === -1) break;
    if (index > literalStart) segments.push(text.slice(literalStart, index));
    segments.push(parsePlaceholder(text.slice(index + 2, end), parseSequence));
    literalStart = end + 1;
    index = text.indexOf('${', literalStart);
  }
  if (literalStart < text.length) segments.push(text.slice(literalStart));
  return segments;
}

function splitAlternatives(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.startsWith('${', index)) {
      const end = endOfPlaceholder(text, index);
      if (end === -1) break;
      index = end;
    } else if (text.startsWith('||', index)) {
      parts.push(text.slice(start, index));
      start = index + 2;
      index += 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/**
 * Position of the brace that closes the placeholder at `start`, or -1. A call such as `${base64({"a":"${b}"})}` closes
 * only at `)}`, so its argument may hold braces of its own.
 */
function endOfPlaceholder(text: string, start: number): number {
  const isCall = /^\$\{[A-Za-z][A-Za-z0-9]*\(/.test(text.slice(start, start + 64));
  for (let index = start + 2; index < text.length; index += 1) {
    if (text.startsWith('${', index)) {
      const inner = endOfPlaceholder(text, index);
      if (inner === -1) return -1;
      index = inner;
    } else if (text[index] === '}' && (!isCall || text[index - 1] === ')')) {
      return index;
    }
  }
  return -1;
}
