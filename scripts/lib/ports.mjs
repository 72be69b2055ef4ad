import { createServer } from 'node:net';

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address();
      server.close(() => resolve(taken));
    });
  });

/** A port that nobody listens on. */
export const freePort = () => listen(0, '127.0.0.1');

/** Whether a server could listen there. */
export const isPortFree = (port, host = '127.0.0.1') =>
  listen(port, host).then(
    () => true,
    () => false,
  );
