import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Config } from '@svc/config';
import { MAX_WEBHOOK_BYTES } from '@svc/contracts';
import { CONFIG, WebhookIntake } from '@svc/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessRule } from '../edge/access.decorator.js';
import { ErrorFilter } from '../edge/error.filter.js';
import { rawWebhookOf } from './raw-webhook-of.js';
import { webhookAddressOf } from './webhook-address-of.js';

/** They come from few addresses, and prove by their signature where they come from. */
const ACCESS: AccessRule = { kind: 'public', unlimited: true };

/** What Fastify takes for a type of content; it refuses a body with any other before a parser sees it. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** The addresses that providers send webhooks to, outside Nest's router: bodies of any type are kept byte for byte. */
@Injectable()
export class WebhookRoutes implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly intake: WebhookIntake,
    private readonly errors: ErrorFilter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const fastify: FastifyInstance = this.adapterHost.httpAdapter.getInstance();
    fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      // Whatever a provider says of its body is fine (wire contract, section 1).
      scope.addHook('onRequest', async ({ headers }) => {
        if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type'];
      });
      scope.setErrorHandler((error, request, reply) => this.errors.answer(error, request, reply));
      for (const url of ['/webhook/:environmentUuid/:uniqueKey', '/webhook/:providerKey'])
        scope.route({
          // Some providers try an address out by GET or HEAD.
          method: ['GET', 'HEAD', 'POST'],
          url,
          bodyLimit: MAX_WEBHOOK_BYTES,
          config: { access: ACCESS },
          handler: (request, reply) => this.handle(request, reply),
        });
    });
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const address = webhookAddressOf(request.params);
    const answer = await this.intake.receive(address, rawWebhookOf(request, this.config.api.publicUrl));
    await reply.code(answer.status).headers(answer.headers).send(answer.body);
  }
}
