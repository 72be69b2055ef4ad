import type { ConnectErrorType } from '@svc/contracts';
/** What the customer's page is told in the query of its address. */
export interface ReturnedOutcome {
  readonly status: 'success' | 'error';
  readonly provider_config_key: string;
  readonly connection_id?: string;
  readonly error_type?: ConnectErrorType;
}
/** The `return_url` of a session with an outcome in its query. What it had there under the same names is replaced. */
export declare function returnAddress(returnUrl: string, outcome: ReturnedOutcome): string;
//# sourceMappingURL=return-address.d.ts.map
