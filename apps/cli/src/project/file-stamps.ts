import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const WATCHED = /(\.ts|^tsconfig\.json|^\.env)$/;

/**
 * Files of a project that a function is made of, each with what changes when it is saved. Looked up again and again rather
 * than watched: that works alike on every system, in containers and on network drives, and never descends into node_modules.
 */
export function fileStamps(root: string): Map<string, string> {
  const stamps = new Map<string, string>();
  visit(root, (file) => {
    const { mtimeMs, size } = statSync(file);
    stamps.set(path.relative(root, file), `${mtimeMs} ${size}`);
  });
  return stamps;
}

/** The files whose stamps differ. */
export function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].filter((file) => before.get(file) !== after.get(file));
}

function visit(directory: string, tell: (file: string) => void): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) visit(full, tell);
    } else if (WATCHED.test(entry.name)) tell(full);
  }
}
