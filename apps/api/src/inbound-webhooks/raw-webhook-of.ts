import type { RawWebhook } from '@svc/providers';
import type { FastifyRequest } from 'fastify';

/** A request as its provider sent it, at the public address: providers sign the address that they were given. */
export function rawWebhookOf(
  { method, originalUrl, headers, query, body }: FastifyRequest,
  publicUrl: string,
): RawWebhook {
  return {
    method,
    url: `${publicUrl}${originalUrl}`,
    headers: textsOf(headers, ', '),
    query: textsOf(Object(query)),
    body: body instanceof Buffer ? body : Buffer.alloc(0),
  };
}

/** Repeated ones joined where there is a separator; otherwise the first counts. */
function textsOf(values: Readonly<Record<string, unknown>>, separator?: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const texts = [value].flat().filter((text) => typeof text === 'string');
      const [first] = texts;
      return first === undefined ? [] : [[name, separator === undefined ? first : texts.join(separator)]];
    }),
  );
}
