import type { Provider, TemplateTree } from '@svc/contracts';
import { tokenUrlOf } from '../oauth2/token-url.js';
import { TokenFailure } from '../tokens/token-failure.js';

/** One request of an exchange, as the definition describes it. */
export interface Step {
  readonly url: string;
  readonly params: Readonly<Record<string, TemplateTree>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: 'form' | 'json' | 'xml';
  readonly method: 'GET' | 'POST' | 'PUT';
}

/** The requests that turn what was typed in into a token. */
export function loginSteps(provider: Provider): readonly Step[] {
  const first = {
    token_url: urlOf(provider),
    token_params: provider.token_params,
    token_headers: provider.token_headers,
    body_format: provider.body_format,
    token_request_method: provider.token_request_method,
  };
  return [first, ...(provider.additional_steps ?? [])].map((step) => ({
    url: step.token_url,
    params: step.token_params ?? {},
    headers: step.token_headers ?? {},
    format: step.body_format ?? 'form',
    method: step.token_request_method ?? 'POST',
  }));
}

/** The request that renews a token without what was typed in, for providers that have one. */
export function refreshStep(provider: Provider): Step | undefined {
  if (!provider.refresh_token_params) return undefined;
  return {
    url: provider.refresh_url ?? urlOf(provider),
    params: provider.refresh_token_params,
    headers: provider.refresh_token_headers ?? {},
    format: provider.body_format ?? 'form',
    method: 'POST',
  };
}

function urlOf(provider: Provider): string {
  const url = tokenUrlOf(provider, 'TWO_STEP');
  if (url !== undefined) return url;
  throw new TokenFailure('misconfigured', `The provider ${provider.name} has no token address.`);
}
