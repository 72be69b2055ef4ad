/**
 * `npm run bench [-- <name>...]`: brings a gateway up and measures it from outside, each figure beside a plain request to the same
 * local upstream in the same run. Figures of one machine say little; ratios travel.
 */
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { Svc } from '@svc/client';
import { startGateway } from '@svc/testing';
import { printHeader } from './lib/report.mjs';
import { startUpstream } from './lib/upstream.mjs';

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort();

console.log(`${cpus().length} cores, ${cpus()[0]?.model}, shared by load, upstream, database, Temporal and gateway`);
const upstream = await startUpstream();
const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' } });
try {
  const client = new Svc({ apiKey: gateway.secretKey, host: gateway.apiUrl });
  printHeader();
  for (const file of files) {
    const { run } = await import(`./${file}`);
    await run({ gateway, client, upstream });
  }
} finally {
  await gateway.stop();
  upstream.stop();
}
