import type { FastifyInstance } from 'fastify';
import { takesJsonOnly } from './content-type-rule.js';
import { depthProblem } from './json-depth.js';

/**
 * How bodies are read where a route has no parser of its own. JSON without a body is no body, since clients send the content
 * type on every call; `__proto__` in JSON is refused, and so is nesting that would exhaust the stack. A body without a content
 * type is JSON where nothing else would be taken. Everything else is bytes.
 */
export function registerBodyParsers(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const parseJson: typeof parse = (request, body, done) =>
    parse(request, body, (error, value) => {
      if (error) done(error);
      else done(depthProblem(value), value);
    });
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
