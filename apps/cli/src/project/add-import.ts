/** index.ts with one import more, after the last one of functions. */
export function withImport(index: string, file: string): string {
  const line = `import './${file.replace(/\.ts$/, '.js')}';`;
  if (index.includes(line)) return index;
  const newline = index.includes('\r\n') ? '\r\n' : '\n';
  const lines = index.split(/\r?\n/);
  const last = lines.findLastIndex((text) => /^\s*import\s+['"]\.\//.test(text));
  if (last >= 0) return [...lines.slice(0, last + 1), line, ...lines.slice(last + 1)].join(newline);
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return [...lines.slice(0, end), line, ''].join(newline);
}
