import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { ConnectErrorType } from '@svc/contracts';
import { CONFIG } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallbackPage, type PageOutcome } from './callback-page.service.js';
import { pageLanguage } from './page-texts.js';
import { returnAddress, type ReturnedOutcome } from './return-address.js';
import { stateCookie, type StateCookie } from './state-cookie.js';

/** What a page of the browser flow tells. */
export interface PageAnswer {
  readonly status: number;
  readonly outcome: PageOutcome;
  /** Language of the page before. */
  readonly lang?: string | undefined;
  /** Where the customer's backend wants the browser to end, and what it is told there. */
  readonly returnTo?: { readonly url: string; readonly outcome: ReturnedOutcome } | undefined;
}

/** Sends what browsers see of the flow. */
@Injectable()
export class PageAnswers {
  private readonly isHttps: boolean;

  constructor(
    private readonly page: CallbackPage,
    @Inject(CONFIG) config: Config,
  ) {
    this.isHttps = config.api.publicUrl.startsWith('https:');
  }

  async send(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer): Promise<void> {
    const { returnTo } = answer;
    await reply
      .code(answer.status)
      .header('content-security-policy', this.page.securityPolicy)
      .type('text/html; charset=utf-8')
      .send(
        this.page.render({
          outcome: answer.outcome,
          language: pageLanguage(answer.lang, request.headers['accept-language']),
          returnUrl: returnTo && returnAddress(returnTo.url, returnTo.outcome),
        }),
      );
  }

  setCookie(reply: FastifyReply, cookie: StateCookie): void {
    void reply.header('set-cookie', stateCookie(cookie, this.isHttps));
  }

  clearCookie(reply: FastifyReply, state: string): void {
    this.setCookie(reply, { state, value: '', lifeMs: 0 });
  }
}

/** A failed authorization as the customer's own page is told. */
export const returnedError = (providerConfigKey: string, errorType: ConnectErrorType): ReturnedOutcome => ({
  status: 'error',
  provider_config_key: providerConfigKey,
  error_type: errorType,
});
