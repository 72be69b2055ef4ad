/** A customer's server in a process of its own: each path is an endpoint, and it counts the webhooks that it took. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const SELF = fileURLToPath(import.meta.url);

const serve = () => {
  // One that comes twice counts once.
  const taken = new Set();
  let wanted = Infinity;
  let stuckPath = null;
  let unanswered = [];
  const report = () => {
    if (taken.size < wanted) return;
    wanted = Infinity;
    process.send({ arrived: taken.size });
  };
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === stuckPath) return void unanswered.push(response);
    request.on('end', () => {
      response.end();
      taken.add(`${request.url} ${request.headers['webhook-id']}`);
      report();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  const orders = {
    forget: () => taken.clear(),
    await: (count) => {
      wanted = count;
      report();
    },
    stick: (path) => {
      stuckPath = path;
      for (const response of unanswered) response.end();
      unanswered = [];
    },
  };
  process.on('message', ({ order, value }) => orders[order](value));
  process.on('disconnect', () => process.exit());
};

/** `forget` counts anew, `arrived` waits until so many came since then, `stick` leaves a path without answers (`null`: none). */
export const startReceiver = async () => {
  const child = fork(SELF, ['serve']);
  const [{ port }] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    forget: () => child.send({ order: 'forget' }),
    arrived: async (count) => {
      child.send({ order: 'await', value: count });
      await once(child, 'message');
    },
    stick: (path) => child.send({ order: 'stick', value: path }),
    stop: () => child.disconnect(),
  };
};

if (process.argv[1] === SELF && process.argv[2] === 'serve') serve();
