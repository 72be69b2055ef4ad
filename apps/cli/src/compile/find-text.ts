import { escapePattern } from '../escape-pattern.js';
import { codeFrame, type Diagnostic } from '@svc/compile';

/** Where a text stands in a source, for problems of values that were found by running the definition. */
export function findText(source: string, text: string): Pick<Diagnostic, 'line' | 'column' | 'frame'> {
  const word = source.search(new RegExp(`(?<![\\w-])${escapePattern(text)}(?![\\w-])`));
  const at = word >= 0 ? word : source.indexOf(text);
  if (at < 0) return {};
  const before = source.slice(0, at).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { line, column, frame: codeFrame(source, line, column) };
}
