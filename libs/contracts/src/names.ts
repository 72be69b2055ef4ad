/**
 * Every name that the gateway puts on the wire or on a user's machine, in one place (wire contract, section 0 and D1).
 * `canonical` is what the gateway sends; `aliases` are the reference product's spellings, accepted on input always and
 * emitted as well when `WIRE_ALIASES=nango`.
 */
export interface WireName {
  readonly canonical: string;
  readonly aliases: readonly string[];
}

const name = (canonical: string, ...aliases: string[]): WireName => ({ canonical, aliases });

/** npm scope of the published packages. They are served by the gateway itself at `/packages/<file>.tgz`. */
export const PACKAGE_SCOPE = '@svc';

/** Name of the command-line tool. */
export const COMMAND_NAME = 'svc';

/** Header names. HTTP compares them without regard to case; they are written here as they are sent. */
export const HEADERS = {
  proxyPrefix: name('svc-proxy-', 'nango-proxy-'),
  isSync: name('svc-is-sync', 'nango-is-sync'),
  isScript: name('svc-is-script', 'nango-is-script'),
  isDryRun: name('svc-is-dry-run', 'nango-is-dry-run'),
  activityLogId: name('svc-activity-log-id', 'nango-activity-log-id'),
  webhookSignature: name('X-Svc-Hmac-Sha256', 'X-Nango-Hmac-Sha256'),
  webhookSignatureLegacy: name('X-Svc-Signature', 'X-Nango-Signature'),
} as const;

/** Query parameters. */
export const QUERY = {
  connectionId: name('svcConnectionId', 'nangoConnectionId'),
  refreshAppJwtToken: name('refresh_app_jwt_token', 'refresh_github_app_jwt_token'),
} as const;

/** Key under which a record carries its bookkeeping. */
export const RECORD_METADATA_KEY = name('_metadata', '_nango_metadata');

/** `from` of webhooks about the gateway's own events. */
export const WEBHOOK_FROM = name('svc', 'nango');

/** Prefix of connect-session tokens, followed by 64 lower-case hexadecimal digits. */
export const CONNECT_SESSION_TOKEN_PREFIX = name('svc_connect_session_', 'nango_connect_session_');

/** Prefixes of the two kinds of keys (D19). */
export const API_KEY_PREFIX = 'svc_sk_';
/** Prefix of account keys (D19). */
export const ACCOUNT_KEY_PREFIX = 'svc_ak_';

/** Module names under which deployed functions import the function library. */
export const FUNCTION_MODULE = name(`${PACKAGE_SCOPE}/functions`, 'nango');

/** Environment variable prefixes that the command-line tool reads a secret key from: `<prefix><ENVIRONMENT>`. */
export const SECRET_KEY_VARIABLE = name('SVC_SECRET_KEY_', 'NANGO_SECRET_KEY_');

/** Prefix of environment variables with an environment's webhook signing key, followed by its name in upper case. */
export const SIGNING_KEY_VARIABLE = name('SVC_WEBHOOK_SIGNING_KEY_');

/** Environment variable that sets the log threshold of functions. */
export const LOGGER_LEVEL_VARIABLE = name('SVC_LOGGER_LEVEL', 'NANGO_LOGGER_LEVEL');

/** All spellings of a name in lower case, the canonical one first. */
export const spellings = (wireName: WireName): string[] =>
  [wireName.canonical, ...wireName.aliases].map((spelling) => spelling.toLowerCase());
