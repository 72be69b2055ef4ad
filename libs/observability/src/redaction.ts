/** Fields that hold secrets, wherever they stand. */
export const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'client_assertion',
  'client_private_key',
  'private_key',
  'oauth_token_secret',
  'oauth_token',
  'token_secret',
  'apiKey',
  'api_key',
  'password',
  'secret',
  'webhook_secret',
  'credentials',
  'code_verifier',
  'x-api-key',
] as const;

/** The one redaction list of process logs: each field at the top and up to three levels down. */
export const REDACTED_PATHS: readonly string[] = SECRET_FIELDS.flatMap((field) => {
  const key = `["${field}"]`;
  return [key, `*${key}`, `*.*${key}`, `*.*.*${key}`];
});

const SECRET_PARAMETERS = new Set<string>(
  [...SECRET_FIELDS, 'token', 'key', 'code', 'sig', 'signature'].map((name) => name.toLowerCase()),
);

/** A URL as it may be logged: without user info, and with the values of secret query parameters removed. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return url.split('?', 1)[0] ?? '';
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  for (const name of new Set(parsed.searchParams.keys())) {
    if (SECRET_PARAMETERS.has(name.toLowerCase())) parsed.searchParams.set(name, 'redacted');
  }
  return parsed.toString();
}
