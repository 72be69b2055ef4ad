import { AppError } from '@svc/errors';
import type { AuthSubject } from '../auth-subject.js';

/** The key by which the gateway asks AWS for others: of whoever set up the integration, never of the machine it runs on. */
export interface OperatorKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Where the Security Token Service is asked. */
  readonly region: string;
}

const DEFAULT_REGION = 'us-east-1';

/** @throws AppError `missing_client_id`, `missing_client_secret` */
export function operatorKeyOf({ integration }: AuthSubject): OperatorKey {
  const settings = { ...integration.credentials, ...integration.custom, ...integration.config };
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey, aws_region: region } = settings;
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, region: region || DEFAULT_REGION };
  const [code, name] = accessKeyId
    ? (['missing_client_secret', 'aws_secret_access_key'] as const)
    : (['missing_client_id', 'aws_access_key_id'] as const);
  throw new AppError(code, `The integration "${integration.uniqueKey}" has no ${name}: set it in integration_config.`);
}
