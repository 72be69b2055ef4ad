import type { WebhookVerification } from '@svc/contracts';
import { createHash } from 'node:crypto';
import { namedConnection, type RawWebhook } from '@svc/providers';
import type { InboundTarget } from './inbound-target.js';

/** Where the metadata of the connection that an address names comes from. */
export type MetadataLookup = (connectionId: string) => Promise<Readonly<Record<string, unknown>> | null>;

/** The first of the secrets that a rule names which is set. */
export async function webhookSecret(
  { secret: sources }: Pick<WebhookVerification, 'secret'>,
  target: InboundTarget,
  raw: RawWebhook,
  metadataOf: MetadataLookup,
): Promise<string | undefined> {
  for (const source of sources) {
    const found = await secretFrom(source, target, raw, metadataOf);
    if (found) return found;
  }
  return undefined;
}

async function secretFrom(
  source: string,
  { integration: { credentials, config } }: InboundTarget,
  raw: RawWebhook,
  metadataOf: MetadataLookup,
): Promise<string | undefined> {
  if (source === 'app_digest') return appDigest(credentials);
  const [kind, name = ''] = source.split('.', 2);
  if (kind === 'integration') return credentials[name];
  if (kind === 'config') return config[name];
  const connectionId = namedConnection(raw);
  const value = connectionId === undefined ? undefined : (await metadataOf(connectionId))?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** For apps without a secret of their own (wire contract, section 14, "github app"). */
function appDigest(credentials: Readonly<Record<string, string>>): string | undefined {
  const { app_id: id = '', private_key: key = '', app_link: link = '' } = credentials;
  return key === '' ? undefined : createHash('sha256').update(`${id}${key}${link}`).digest('hex');
}
