import { UPSTREAM_META_HEADER, type UpstreamMeta } from '@svc/contracts';
import type { ProxyAnswer } from '@svc/domain';
import type { FastifyReply } from 'fastify';
import { pipeline } from 'node:stream/promises';

/** Streams an answer. When it breaks off, the connection is cut: a clean end would make half of it look whole. */
export async function writeUpstreamAnswer(reply: FastifyReply, answer: ProxyAnswer): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'application/octet-stream',
    [UPSTREAM_META_HEADER]: Buffer.from(JSON.stringify(metaOf(answer))).toString('base64'),
  });
  // Both sides are closed by then; there is nobody left to tell.
  await pipeline(answer.body, reply.raw).catch(() => undefined);
}

/** Names in lower case; a repeated header has all its values. */
function metaOf({ status, headers: raw }: ProxyAnswer): UpstreamMeta {
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    values.set(name, [...(values.get(name) ?? []), raw[index + 1] ?? '']);
  }
  const headers = Object.fromEntries(
    [...values].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
  return { status, headers };
}

/** Aborted when the caller hangs up. */
export function hangUpOf(reply: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  reply.raw.once('close', () => hungUp.abort());
  return hungUp.signal;
}
