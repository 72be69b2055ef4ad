import type { Provider } from '@svc/contracts';

/** The token address of an auth mode; a CUSTOM provider has one for each. */
export const tokenUrlOf = ({ token_url: url }: Provider, mode: string): string | undefined =>
  typeof url === 'object' ? url[mode] : url;
