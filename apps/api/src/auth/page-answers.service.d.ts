import type { Config } from '@svc/config';
import type { ConnectErrorType } from '@svc/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallbackPage, type PageOutcome } from './callback-page.service.js';
import { type ReturnedOutcome } from './return-address.js';
import { type StateCookie } from './state-cookie.js';
/** What a page of the browser flow tells. */
export interface PageAnswer {
  readonly status: number;
  readonly outcome: PageOutcome;
  /** Language of the page before. */
  readonly lang?: string | undefined;
  /** Where the customer's backend wants the browser to end, and what it is told there. */
  readonly returnTo?:
    | {
        readonly url: string;
        readonly outcome: ReturnedOutcome;
      }
    | undefined;
}
/** Sends what browsers see of the flow. */
export declare class PageAnswers {
  private readonly page;
  private readonly isHttps;
  constructor(page: CallbackPage, config: Config);
  send(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer): Promise<void>;
  setCookie(reply: FastifyReply, cookie: StateCookie): void;
  clearCookie(reply: FastifyReply, state: string): void;
}
/** A failed authorization as the customer's own page is told. */
export declare const returnedError: (providerConfigKey: string, errorType: ConnectErrorType) => ReturnedOutcome;
//# sourceMappingURL=page-answers.service.d.ts.map
