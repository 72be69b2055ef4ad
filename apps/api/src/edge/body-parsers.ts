import type { FastifyInstance } from 'fastify';

/**
 * How bodies are read where a route has no parser of its own. JSON without a body is no body, since clients send the content
 * type on every call; `__proto__` in JSON is refused. Everything else is bytes.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/json/i, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : body);
  });
}
