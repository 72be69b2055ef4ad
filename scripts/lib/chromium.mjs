/** The browser that end-to-end tests of the connect page drive. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { downloadQuietly, runQuietly } from './run-command.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** `CHROMIUM_PATH`, or a Chromium of this machine; undefined when there is none. */
export const findChromium = () => {
  const own = process.env.CHROMIUM_PATH?.trim();
  if (own) return own;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...PLACES].find(existsSync);
};

const hasApt = () => {
  try {
    execFileSync('apt-get', ['--version'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
};

/** Why there is no Chromium and none can be had, or undefined. */
export const whyNoChromium = () => {
  if (findChromium() !== undefined || hasApt()) return undefined;
  return 'there is no Chromium; install one, or set CHROMIUM_PATH';
};

/** Installs it where that is a matter of a package. Resolves to whether it is there now. */
export const ensureChromium = async (progress) => {
  if (findChromium() !== undefined) return true;
  if (!hasApt()) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  try {
    await progress.step('Installing Chromium (apt-get)', async () => {
      await downloadQuietly('apt-get', ['update', '-qq'], { env });
      await downloadQuietly('apt-get', [...install, '--download-only'], { env });
      await runQuietly('apt-get', install, { env });
    });
  } catch (error) {
    progress.note(error instanceof Error ? error.message : String(error));
  }
  return findChromium() !== undefined;
};
