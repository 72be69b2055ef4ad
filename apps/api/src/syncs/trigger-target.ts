import type { TriggerSyncsBody } from '@svc/contracts';
import type { SyncTarget } from '@svc/domain';
import { AppError } from '@svc/errors';

/** Whose syncs a trigger means: named in the body, or else in the headers. */
export function triggerTargetOf(
  environmentId: number,
  body: TriggerSyncsBody,
  headers: Readonly<Record<string, string | undefined>>,
): SyncTarget {
  const providerConfigKey = body.provider_config_key ?? headers['provider-config-key'];
  if (!providerConfigKey) {
    throw new AppError(
      'missing_provider_config_key',
      'provider_config_key: name the integration here or in the header Provider-Config-Key.',
    );
  }
  return {
    environmentId,
    providerConfigKey,
    connectionId: body.connection_id ?? (headers['connection-id'] || undefined),
  };
}
