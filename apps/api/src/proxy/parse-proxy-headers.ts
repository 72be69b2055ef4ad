import { proxyHeadersSchema, type ProxyHeaders } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { IncomingHttpHeaders } from 'node:http';

/** @throws AppError `invalid_headers` that lists every problem. */
export function parseProxyHeaders(headers: IncomingHttpHeaders): ProxyHeaders {
  const parsed = proxyHeadersSchema.safeParse(headers);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ code, message, path }) => ({ code, message, path: path.map(String) }));
  const named = errors.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new AppError('invalid_headers', `Headers of the proxied call are missing or wrong: ${named}`, { errors });
}
