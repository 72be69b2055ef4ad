import { RedirectReturn } from '@svc/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageAnswers } from './page-answers.service.js';
/** Takes browsers back from providers (wire contract, section 6). */
export declare class OauthCallbackController {
  private readonly returns;
  private readonly pages;
  constructor(returns: RedirectReturn, pages: PageAnswers);
  callback(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}
//# sourceMappingURL=oauth-callback.controller.d.ts.map
