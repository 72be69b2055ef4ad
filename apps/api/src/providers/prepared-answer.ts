import type { PreparedAnswer } from '@svc/providers';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long caches may use an answer without asking again; the catalogue changes while the gateway runs. */
const MAX_AGE_S = 60;

/** Whether a cache may keep the answer for everybody, or only for the caller, whose key let it in. */
export type CacheScope = 'public' | 'private';

/** Sends an answer that was serialised before, or 304 where the caller has it already (RFC 9110, section 13.1.2). */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: PreparedAnswer,
  scope: CacheScope,
): Promise<void> {
  void reply.header('etag', etag).header('cache-control', `${scope}, max-age=${MAX_AGE_S}`);
  // Environments have providers of their own, and a browser may know the tokens of several.
  if (scope === 'private') void reply.header('vary', 'Authorization');
  if (hasCurrent(request.headers['if-none-match'], etag)) {
    await reply.code(304).send();
  } else {
    await reply.header('content-type', 'application/json; charset=utf-8').send(body);
  }
}

function hasCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // Proxies that compress mark the tag as weak.
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
