const LINES_AROUND = 2;

/** The source around a place, with a mark below the column. `line` and `column` count from 1. */
export function codeFrame(source: string, line: number, column?: number): string {
  const lines = source.split(/\r?\n/);
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, line + LINES_AROUND);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const text = lines[number - 1] ?? '';
    frame.push(`  ${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === line && column !== undefined) {
      // Tabs stay tabs, so that the mark stands below its column whatever their width.
      const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
      frame.push(`    ${' '.repeat(width)} | ${indent}^`);
    }
  }
  return frame.join('\n');
}
