import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { RedirectReturn, type RedirectEnd } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Public } from '../edge/access.decorator.js';
import { PageAnswers, returnedError, type PageAnswer } from './page-answers.service.js';
import { PageErrorFilter } from './page-error.filter.js';
import { stateCookieIn } from './state-cookie.js';

/** Names under which providers hand the state back (wire contract, section 6). */
const STATE_NAMES = ['state', 'payload', 'customField'] as const;

const stateSchema = z.uuid();

/** Takes browsers back from providers (wire contract, section 6). */
@Controller()
@UseFilters(PageErrorFilter)
export class OauthCallbackController {
  constructor(
    private readonly returns: RedirectReturn,
    private readonly pages: PageAnswers,
  ) {}

  @Get(['oauth/callback', 'app-auth/connect'])
  @Public()
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const query = textsOf(request.query);
    const end = await this.returns.complete({
      state: stateOf(query),
      query,
      cookieOf: (state) => stateCookieIn(request.headers.cookie, state),
    });
    if (end.begun) this.pages.clearCookie(reply, end.begun.state);
    await this.pages.send(request, reply, answerOf(end));
  }
}

/** What came once, as text; a parameter that is repeated means nothing (RFC 6749, section 3.1). */
function textsOf(query: unknown): Readonly<Record<string, string>> {
  const entries: readonly [string, unknown][] = Object.entries(Object(query));
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

const stateOf = (query: Readonly<Record<string, string>>): string | undefined =>
  STATE_NAMES.map((name) => stateSchema.safeParse(query[name]).data).find((state) => state !== undefined);

function answerOf({ outcome, begun }: RedirectEnd): PageAnswer {
  const isFailed = outcome.kind === 'failed';
  const shared = { status: isFailed ? 400 : 200, outcome, lang: begun?.lang };
  if (!begun?.returnUrl) return shared;
  const { providerConfigKey } = begun;
  const told = isFailed
    ? returnedError(providerConfigKey, outcome.failure.errorType)
    : {
        status: 'success' as const,
        provider_config_key: providerConfigKey,
        ...(outcome.kind === 'connected' && { connection_id: outcome.connectionId }),
      };
  return { ...shared, returnTo: { url: begun.returnUrl, outcome: told } };
}
