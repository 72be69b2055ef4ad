import type { FastifyInstance } from 'fastify';
import { takesJsonOnly } from './content-type-rule.js';

/**
 * How bodies are read where a route has no parser of its own. JSON without a body is no body, since clients send the content
 * type on every call; `__proto__` in JSON is refused. A body without a content type is JSON where nothing else would be taken.
 * Everything else is bytes.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/json/i, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (request.headers['content-type'] === undefined && takesJsonOnly(request.url))
      void parseJson(request, body.toString(), done);
    else done(null, body);
  });
}
