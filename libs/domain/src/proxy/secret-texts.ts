import type { ProxyTarget } from './proxy-target.js';

/** Credentials that are no secrets, where the definition does not say so itself. */
const OPEN_FIELDS: ReadonlySet<string> = new Set(['type', 'username', 'region', 'service', 'role_arn', 'expires_at']);

/** Secrets of a target that its addresses may hold, as Telegram's do, also as they stand there. Logs must not repeat them. */
export function secretTexts({ provider, connection }: ProxyTarget): string[] {
  const { credentials: fields = {}, connection_config: configFields = {} } = provider;
  const isSecret = (name: string): boolean => fields[name]?.secret ?? (!fields[name] && !OPEN_FIELDS.has(name));
  const secrets = [
    ...Object.entries(connection.credentials).filter(([name]) => isSecret(name)),
    ...Object.entries(connection.connectionConfig).filter(([name]) => configFields[name]?.secret),
  ];
  return secrets.flatMap(([, value]) =>
    typeof value === 'string' ? [...new Set([value, encodeURIComponent(value.toWellFormed())])] : [],
  );
}
