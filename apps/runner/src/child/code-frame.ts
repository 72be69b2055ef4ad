import type { RunFailure } from '@svc/contracts';

const LINES_BEFORE = 2;
const LINES_AFTER = 2;
const MAX_LINE_LENGTH = 200;

/** The lines around a place, with a mark under it; undefined where the source does not have it. */
export const renderCodeFrame = (
  source: string,
  { line, column }: Pick<NonNullable<RunFailure['location']>, 'line' | 'column'>,
): string | undefined => {
  const lines = source.split('\n');
  if (line < 1 || line > lines.length || column > MAX_LINE_LENGTH) return undefined;
  const start = Math.max(1, line - LINES_BEFORE);
  const end = Math.min(lines.length, line + LINES_AFTER);
  const width = String(end).length;
  const frame: string[] = [];
  for (let row = start; row <= end; row++) {
    const text = (lines[row - 1] ?? '').trimEnd().slice(0, MAX_LINE_LENGTH);
    frame.push(`${row === line ? '>' : ' '} ${String(row).padStart(width)} | ${text}`.trimEnd());
    if (row === line) frame.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`);
  }
  return frame.join('\n');
};
