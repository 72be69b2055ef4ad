import { type ConnectParams } from '@svc/contracts';
import { RedirectBegin } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageAnswers } from './page-answers.service.js';
/**
 * Sends a browser to the provider (wire contract, section 6). The service checks the token of the session, so that a person
 * whose session is over sees a page that says so.
 */
export declare class OauthConnectController {
  private readonly beginning;
  private readonly pages;
  constructor(beginning: RedirectBegin, pages: PageAnswers);
  connect({ providerConfigKey }: ConnectParams, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}
//# sourceMappingURL=oauth-connect.controller.d.ts.map
