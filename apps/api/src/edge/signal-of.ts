import type { FastifyReply } from 'fastify';

/** Aborted when the caller is gone before the answer was sent. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
