import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real Chromium: that of `CHROMIUM_PATH`, which `npm test` sets, or one of this machine. */
export const launchChromium = async (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error('There is no Chromium. Install one, or set CHROMIUM_PATH.');
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
};
