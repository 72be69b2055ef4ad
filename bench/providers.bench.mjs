/** GET /providers from its prepared buffer, a search in it, a logo, and what the catalogue adds to the start of a process. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { milliseconds, perSecond, printFigure, times } from './lib/report.mjs';

const RUNS = 5;
const START = path.join(import.meta.dirname, 'lib', 'open-catalogue.mjs');
const run1 = promisify(execFile);

const open = async (which) => {
  const { stdout } = await run1(process.execPath, ['--expose-gc', START, which]);
  return JSON.parse(stdout);
};

/** The median of a few fresh processes. */
const openedIn = async (which) => {
  const runs = [];
  for (let index = 0; index < RUNS; index += 1) runs.push(await open(which));
  return runs.sort((a, b) => a.durationMs - b.durationMs)[Math.floor(RUNS / 2)];
};

export const run = async ({ gateway, upstream }) => {
  const headers = { authorization: `Bearer ${gateway.secretKey}` };
  for (const [what, path] of [
    ['GET /providers, all of them', '/providers'],
    ['GET /providers?search=google', '/providers?search=google'],
    ['GET a logo', '/images/template-logos/hubspot.svg'],
  ]) {
    const baseline = await measureLoad({ callers: 16, work: () => request(upstream.url) });
    const measured = await measureLoad({
      callers: 16,
      work: () => request(`${gateway.apiUrl}${path}`, { headers }),
    });
    printFigure({
      what,
      measured: perSecond(measured.perSecond),
      ratio: `${times(measured.perSecond / baseline.perSecond)} of ${perSecond(baseline.perSecond)}`,
    });
  }
  const [empty, whole] = [await openedIn('empty'), await openedIn('whole')];
  printFigure({
    what: `Start with ${whole.providers} providers, added`,
    measured: milliseconds(whole.durationMs - empty.durationMs),
    ratio: `${times(whole.durationMs / empty.durationMs)} of ${milliseconds(empty.durationMs)}`,
    aim: 'below 150 ms',
  });
  printFigure({ what: '  memory, added', measured: `${((whole.bytes - empty.bytes) / 2 ** 20).toFixed(1)} MiB` });
};
