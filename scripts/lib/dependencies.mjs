/** Installs what package-lock.json names, when it is not there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { npmScript } from './node24.mjs';
import { inRoot } from './paths.mjs';
import { downloadQuietly } from './run-command.mjs';

const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
};

/** npm writes this file at the end of each installation. */
const installed = () => packagesOf(inRoot('node_modules', '.package-lock.json'));

const isInstalled = () => {
  const wanted = packagesOf(inRoot('package-lock.json'));
  const present = installed();
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([key, entry]) => {
    if (key === '') return true;
    const found = present[key];
    // What is optional belongs to another system, or did not build here.
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity && existsSync(inRoot(key));
  });
};

/** npm ends its errors with pages of help; the cause is in the first lines. */
const causeOf = (message) => {
  const lines = message.split('\n').map((line) => /^npm (?:error|ERR!) ?(.*)/.exec(line)?.[1].trim());
  const telling = lines.filter((line) => line && !line.startsWith('code ') && !line.startsWith('A complete log'));
  return telling.slice(0, 3).join(' ') || message;
};

const installAll = async () => {
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
  try {
    await downloadQuietly(process.execPath, [npmScript(), 'ci', '--no-audit', '--no-fund'], { env, what: 'npm ci' });
  } catch (error) {
    throw error instanceof Failure
      ? new Failure(`The dependencies could not be installed: ${causeOf(error.message)}`)
      : error;
  }
};

/** @param {import('./progress.mjs').Progress} progress */
export const ensureDependencies = async (progress) => {
  if (isInstalled()) return;
  await progress.step('Installing dependencies (npm ci)', installAll);
};
