import { SourceMap } from 'node:module';
import { escapePattern } from '../escape-pattern.js';

/** A place in the source that a function's author wrote; line and column from 1. */
export interface OriginalPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly source: string | undefined;
}

/** The first frame of a stack that lies in the script, in terms of the source. */
export function originalPosition(stack: string, scriptName: string, map: string): OriginalPosition | undefined {
  const [, line, column] = new RegExp(`${escapePattern(scriptName)}:(\\d+):(\\d+)`).exec(stack) ?? [];
  if (line === undefined) return undefined;
  const payload: {
    version: number;
    file: string;
    sources: string[];
    sourcesContent: string[];
    names: string[];
    mappings: string;
    sourceRoot: string;
  } = JSON.parse(map);
  const entry = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return undefined;
  const source = payload.sourcesContent[payload.sources.indexOf(entry.originalSource)];
  return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1, source };
}
