import type { ProxyAnswer } from '@svc/domain';
import type { FastifyReply } from 'fastify';

/** Node reads what it does not write. */
const NOT_IN_A_STATUS_LINE = /[^\t\x20-\x7e\x80-\xff]/g;

/**
 * Streams the external API's answer to the caller, as it comes and no faster than the caller reads. When it breaks off,
 * the caller's connection is cut too: a clean end would make half an answer look whole.
 */
export function writeProxyAnswer(reply: FastifyReply, answer: ProxyAnswer): void {
  reply.hijack();
  const { raw } = reply;
  raw.sendDate = false;
  // The gateway's own headers are on the response already; those of the answer take the place of their namesakes (D8).
  raw.writeHead(answer.status, answer.statusText.replace(NOT_IN_A_STATUS_LINE, ''), [...answer.headers]);
  // By hand: `pipeline` makes and aborts a controller for each call, which costs more than all of this.
  const { body } = answer;
  // While a retry was waited for.
  if (body.destroyed) return void raw.destroy();
  body.once('error', () => raw.destroy());
  body.once('close', () => {
    if (!body.readableEnded) raw.destroy();
  });
  raw.once('close', () => body.destroy());
  body.pipe(raw);
}
