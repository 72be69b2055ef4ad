import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { connectParamsSchema, type ConnectParams } from '@svc/contracts';
import { RedirectBegin } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../edge/access.decorator.js';
import { sessionTokenIn } from '../edge/session-token-in.js';
import { PageAnswers, returnedError } from './page-answers.service.js';
import { PageErrorFilter } from './page-error.filter.js';

/**
 * Sends a browser to the provider (wire contract, section 6). The service checks the token of the session, so that a person
 * whose session is over sees a page that says so.
 */
@Controller('oauth/connect')
@UseFilters(PageErrorFilter)
export class OauthConnectController {
  constructor(
    private readonly beginning: RedirectBegin,
    private readonly pages: PageAnswers,
  ) {}

  @Get(':providerConfigKey')
  @Public()
  async connect(
    @Param({ schema: connectParamsSchema }) { providerConfigKey }: ConnectParams,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query: Readonly<Record<string, unknown>> = Object(request.query);
    const begun = await this.beginning.begin({ providerConfigKey, query, token: () => sessionTokenIn(query) });
    if (begun.kind === 'redirect') {
      this.pages.setCookie(reply, { state: begun.state, value: begun.cookie, lifeMs: begun.lifeMs });
      await reply.code(302).header('location', begun.url).send();
      return;
    }
    const { failure, session } = begun;
    const returnUrl = session?.returnUrl;
    await this.pages.send(request, reply, {
      status: session ? 400 : 401,
      outcome: { kind: 'failed', failure },
      lang: typeof query['lang'] === 'string' ? query['lang'] : undefined,
      returnTo: returnUrl
        ? { url: returnUrl, outcome: returnedError(providerConfigKey, failure.errorType) }
        : undefined,
    });
  }
}
