import type { Paint } from './paint.js';

/** Rows below a head, in columns as wide as their widest cell. */
export function tableLines(head: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('bold', line(head)), ...rows.map(line)];
}
