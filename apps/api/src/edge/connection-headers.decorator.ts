import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { connectionHeadersSchema } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { FastifyRequest } from 'fastify';

/** The connection that the headers `Provider-Config-Key` and `Connection-Id` name. */
export interface NamedConnection {
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

/** Parses the headers that name a connection; 400 `invalid_headers` lists what is missing or wrong. */
export const ConnectionFromHeaders = createParamDecorator(
  (_: undefined, context: ExecutionContext): NamedConnection => {
    const parsed = connectionHeadersSchema.safeParse(context.switchToHttp().getRequest<FastifyRequest>().headers);
    if (parsed.success)
      return { providerConfigKey: parsed.data['provider-config-key'], connectionId: parsed.data['connection-id'] };
    const errors = parsed.error.issues.map(({ code, message, path }) => ({ code, message, path: path.map(String) }));
    const wrong = errors.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    throw new AppError('invalid_headers', `Send the headers Provider-Config-Key and Connection-Id. ${wrong}`, {
      errors,
    });
  },
);
