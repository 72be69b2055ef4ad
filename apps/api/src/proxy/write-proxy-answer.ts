import type { ProxyAnswer } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { pipeline } from 'node:stream/promises';

/**
 * Streams the external API's answer to the caller, as it comes and no faster than the caller reads. When it breaks off,
 * the caller's connection is cut too: a clean end would make half an answer look whole.
 */
export async function writeProxyAnswer(reply: FastifyReply, answer: ProxyAnswer): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.sendDate = false;
  // The gateway's own headers are on the response already; those of the answer take the place of their namesakes (D8).
  raw.writeHead(answer.status, answer.statusText, [...answer.headers]);
  // Both sides are closed by then; there is nobody left to tell.
  await pipeline(answer.body, raw).catch(() => undefined);
}
