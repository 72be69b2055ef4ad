import type { Config } from '@svc/config';

/** What every connection to Temporal needs, from clients and workers alike. */
export interface TemporalConnectionOptions {
  address: string;
  tls: boolean;
  apiKey?: string;
}

export const connectionOptions = ({ address, tls, apiKey }: Config['temporal']): TemporalConnectionOptions => ({
  address,
  tls,
  ...(apiKey !== undefined && { apiKey }),
});
