import type { Config } from '@svc/config';
import { type ConnectFailure } from '@svc/domain';
import { type PageLanguage } from './page-texts.js';
/** Files that the page loads. */
export declare const PAGE_ASSETS: {
  script: {
    content: string;
    version: string;
  };
  style: {
    content: string;
    version: string;
  };
};
/** How an authorization ended, for the last page. */
export type PageOutcome =
  | {
      readonly kind: 'connected';
    }
  | {
      readonly kind: 'pending';
    }
  | {
      readonly kind: 'failed';
      readonly failure: Pick<ConnectFailure, 'errorType' | 'message'>;
    };
export interface PageContent {
  readonly outcome: PageOutcome;
  readonly language: PageLanguage;
  /** Where the browser goes when no other page waits for it. */
  readonly returnUrl: string | undefined;
}
/** The last page of the browser flow. It is complete without its script, which only tells others. */
export declare class CallbackPage {
  /** Nothing runs or loads but the page's own two files. */
  readonly securityPolicy: string;
  private readonly base;
  constructor({ api: { publicUrl } }: Config);
  render({ outcome, language, returnUrl }: PageContent): string;
  private asset;
}
//# sourceMappingURL=callback-page.service.d.ts.map
