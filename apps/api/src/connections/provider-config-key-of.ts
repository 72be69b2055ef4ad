import { uniqueKeySchema, type LegacyMetadataQuery } from '@svc/contracts';
import { AppError } from '@svc/errors';

/** The integration of a deprecated metadata call: from the query, else from the header `Provider-Config-Key`. */
export function providerConfigKeyOf(
  { provider_config_key: fromQuery }: LegacyMetadataQuery,
  header: string | undefined,
): string {
  const key = uniqueKeySchema.safeParse(fromQuery ?? header);
  if (key.success) return key.data;
  throw new AppError(
    'missing_provider_config_key',
    'Pass the unique key of the integration as query provider_config_key or header Provider-Config-Key.',
  );
}
