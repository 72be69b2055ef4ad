import { FUNCTION_MODULE } from '@svc/contracts';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import type { Project } from '../project/project.js';

/** What the compiler is told to read. */
export interface TypeConfiguration {
  readonly file: string;
  readonly remove: () => void;
}

const OWN = 'tsconfig.json';

/**
 * The project's own configuration. Where functions import the reference's module name and the project has not said what that is,
 * one that lies over it for the moment and says that it is our library.
 */
export function typeConfiguration(project: Project): TypeConfiguration {
  const own = { file: OWN, remove: () => undefined };
  const types = libraryTypes(project.root);
  const unknown = FUNCTION_MODULE.aliases.filter((name) => !isKnown(project.root, name));
  if (types === undefined || unknown.length === 0) return own;
  const folder = path.join(project.root, 'node_modules', '.cache');
  const file = path.join(folder, `tsconfig.${process.pid}.json`);
  const paths = Object.fromEntries(unknown.map((name) => [name, [types]]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ extends: path.join(project.root, OWN), compilerOptions: { paths } }));
  return { file, remove: () => rmSync(file, { force: true }) };
}

/** Installed, or named in the configuration. */
function isKnown(root: string, name: string): boolean {
  if (existsSync(path.join(root, 'node_modules', name, 'package.json'))) return true;
  return readFileSync(path.join(root, OWN), 'utf8').includes(`"${name}"`);
}

function libraryTypes(root: string): string | undefined {
  try {
    const main = createRequire(path.join(root, 'index.ts')).resolve(FUNCTION_MODULE.canonical);
    const folder = packageFolder(path.dirname(main));
    const { exports } = packageSchema.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
    return path.join(folder, exports['.'].types);
  } catch {
    return undefined;
  }
}

const packageSchema = z.object({ exports: z.object({ '.': z.object({ types: z.string() }) }) });

const packageFolder = (folder: string): string =>
  existsSync(path.join(folder, 'package.json')) ? folder : packageFolder(path.dirname(folder));
