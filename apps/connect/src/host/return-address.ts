import type { ConnectedAccount } from '@svc/connect';

/** How it ended, for the customer's own page. */
export type Outcome =
  { readonly account: ConnectedAccount } | { readonly errorType: string; readonly providerConfigKey?: string };

/** Where the browser goes in the end; undefined when the session names no place that a browser may go to. */
export function returnAddress(returnUrl: string | undefined, outcome: Outcome): string | undefined {
  const url = returnUrl ? URL.parse(returnUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const query = url.searchParams;
  if ('account' in outcome) {
    query.set('status', 'success');
    query.set('provider_config_key', outcome.account.providerConfigKey);
    if (outcome.account.connectionId !== '') query.set('connection_id', outcome.account.connectionId);
  } else {
    query.set('status', 'error');
    if (outcome.providerConfigKey !== undefined) query.set('provider_config_key', outcome.providerConfigKey);
    query.set('error_type', outcome.errorType);
  }
  return url.href;
}
