/** A problem, or something worth knowing, at a place of the project. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Relative to the project. */
  readonly file: string;
  /** From 1; missing where the problem is the file as a whole. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** The source around the place. */
  readonly frame?: string;
  /** What to do. */
  readonly hint?: string;
}

/** By file, then line; two tools that complain about one line count once, the more telling first. */
export function sortedDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  const unique = diagnostics.filter(({ file, line, severity }) => {
    const place = `${severity}:${file}:${line}`;
    if (line === undefined || !seen.has(place)) {
      seen.add(place);
      return true;
    }
    return false;
  });
  return unique.sort((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
}
