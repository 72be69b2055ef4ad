/** A server of its own process for all benchmarks: the external API, and the baseline when it is called directly. */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const SELF = fileURLToPath(import.meta.url);
const SMALL = JSON.stringify({ ok: true, text: 'x'.repeat(200) });

const serve = () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    request.resume();
    response.end(SMALL);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('disconnect', () => process.exit());
};

/** @returns {Promise<{url: string, stop: () => void}>} */
export const startUpstream = () =>
  new Promise((resolve, reject) => {
    const child = fork(SELF, ['serve']);
    child.once('message', ({ port }) => resolve({ url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() }));
    child.once('error', reject);
  });

if (process.argv[1] === SELF && process.argv[2] === 'serve') serve();
