/**
 * What a long sync holds in memory: the peak of each process over 10,000 and over 1,000,000 records in one run. In a gateway of its
 * own, as processes keep some of what earlier loads needed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Svc } from '@svc/client';
import { startGateway } from '@svc/testing';
import { connect, deployFill, fill } from './lib/fill-sync.mjs';
import { printFigure, times } from './lib/report.mjs';

const SMALL = 10_000;
const LARGE = 1_000_000;
const SAMPLE_MS = 200;
const PROCESSES = ['api', 'worker', 'runner', 'postgres', 'temporal'];

const statusOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};
const field = (status, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

const megabytes = (kibibytes) => (kibibytes * 1024) / 1e6;

/** The process and its children, each on its own. Each of PostgreSQL counts what it has touched of the memory that they share. */
const residentMb = (pid) => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => field(statusOf(name), 'PPid') === pid);
  return Math.max(...[pid, ...children].map((one) => megabytes(field(statusOf(one), 'VmRSS'))));
};

const peaksDuring = async (pids, work) => {
  const peaks = Object.fromEntries(PROCESSES.map((name) => [name, 0]));
  const sample = () => {
    for (const name of PROCESSES) peaks[name] = Math.max(peaks[name], residentMb(pids[name]));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peaks;
};

export const run = async ({ upstream }) => {
  if (process.platform !== 'linux') return;
  const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' } });
  try {
    await measurePeaks({ upstream, gateway, client: new Svc({ apiKey: gateway.secretKey, host: gateway.apiUrl }) });
  } finally {
    await gateway.stop();
  }
};

const measurePeaks = async (context) => {
  const { client, gateway } = context;
  await deployFill(context);
  const pids = Object.fromEntries(await Promise.all(PROCESSES.map(async (name) => [name, await gateway.pidOf(name)])));
  const measure = async (count) => {
    const id = `bench-memory-${count}`;
    await connect(context, id, { count, round: 'first' });
    return await peaksDuring(pids, () => fill(client, id, { count, round: 'first' }));
  };
  const small = await measure(SMALL);
  const large = await measure(LARGE);
  for (const name of PROCESSES) {
    printFigure({
      what: `memory of ${name}, ${LARGE.toLocaleString('en')} records in a sync`,
      measured: `${Math.round(large[name])} MB`,
      ratio: `${times(large[name] / small[name])} of ${Math.round(small[name])} MB`,
      aim: '400 MB, 1 x',
    });
  }
};
