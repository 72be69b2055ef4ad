import type { ConnectErrorType } from '@svc/contracts';

/** What the customer's page is told in the query of its address. */
export interface ReturnedOutcome {
  readonly status: 'success' | 'error';
  readonly provider_config_key: string;
  readonly connection_id?: string;
  readonly error_type?: ConnectErrorType;
}

/** The `return_url` of a session with an outcome in its query. What it had there under the same names is replaced. */
export function returnAddress(returnUrl: string, outcome: ReturnedOutcome): string {
  const url = new URL(returnUrl);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, String(value));
  return url.toString();
}
