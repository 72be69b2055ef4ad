import type { Integration } from '@svc/contracts';
import type { IntegrationRow } from '@svc/database';

/** The public shape of an integration (wire contract, section 4). */
export const viewIntegration = (row: IntegrationRow, logo: string): Integration => ({
  unique_key: row.uniqueKey,
  provider: row.provider,
  display_name: row.displayName,
  logo,
  forward_webhooks: row.forwardWebhooks,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
