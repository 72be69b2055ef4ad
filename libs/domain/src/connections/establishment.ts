import type { EndUser, Provider } from '@svc/contracts';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import type { OpenIntegration } from '../credentials/open-integration.js';
import type { Operation } from '../logs/operation.js';
import type { ProofAction } from './connection-proof.service.js';

/** A connection to make, or to put in the place of the one with the same id. What is undefined stays as it is there. */
export interface Establishment {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionId: string;
  readonly obtained: Pick<ObtainedCredentials, 'credentials' | 'expiresAt'>;
  /** Checked, with defaults. */
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly endUser?: EndUser | undefined;
  /** Empty text clears it. */
  readonly webhookUrl?: string | undefined;
  readonly action: ProofAction;
  /** Operation of the log that this is a part of. */
  readonly operation?: Operation;
}
