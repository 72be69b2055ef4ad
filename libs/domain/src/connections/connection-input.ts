import {
  oauth2CredentialsSchema,
  type CreateConnectionBody,
  type CredentialsOf,
  type ErrorIssue,
  type ImportCredentials,
  type Provider,
} from '@svc/contracts';
import { invalidBody } from '@svc/errors';
import { validateInputFields } from '@svc/providers';

type Config = Readonly<Record<string, unknown>>;

/** The parts of a given `connection_config` that are stored apart. */
export interface SplitConfig {
  /** What stays. */
  readonly config: Config | undefined;
  /** An app of the connection's own; it is a credential. */
  readonly override: { readonly client_id?: string; readonly client_secret?: string };
  /** The person's own tokens of an installed app, which answers show in the configuration (wire contract, section 17). */
  readonly userCredentials: CredentialsOf<'OAUTH2'> | undefined;
  /** Undefined when none was given, empty to clear it. */
  readonly webhookUrl: string | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Takes out of `connection_config` what has a place of its own (wire contract, section 6; section 21, point 2). */
export function splitConfig(
  body: Pick<CreateConnectionBody, 'connection_config' | 'webhook_url' | 'webhook_url_override'>,
): SplitConfig {
  const {
    oauth_client_id_override: id,
    oauth_client_secret_override: secret,
    webhook_url: inner,
    userCredentials,
    ...config
  } = body.connection_config ?? {};
  const clientId = text(id);
  const clientSecret = text(secret);
  return {
    config: body.connection_config && config,
    override: {
      ...(clientId !== undefined && { client_id: clientId }),
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    },
    userCredentials: oauth2CredentialsSchema.safeParse({ raw: {}, ...Object(userCredentials), type: 'OAUTH2' }).data,
    webhookUrl: body.webhook_url_override ?? body.webhook_url ?? text(inner),
  };
}

/**
 * Checks credentials and configuration against the provider's definition and returns the configuration to store: with
 * defaults, and without prefixes that were typed along.
 *
 * @throws AppError `invalid_body` with every problem
 */
export function checkInput(provider: Provider, credentials: ImportCredentials, config: Config): Config {
  if (typeOf(provider) !== credentials.type) {
    throw invalidBody({
      code: 'invalid_value',
      path: ['credentials', 'type'],
      message: `must be ${provider.auth_mode}, the auth mode of the provider ${provider.name}`,
    });
  }
  const { values, issues } = validateInputFields(provider.connection_config, config, {
    path: ['connection_config'],
    unknownKeys: 'keep',
  });
  const problems = [...issues, ...accountIssues(credentials, values), ...credentialIssues(provider, credentials)];
  if (problems.length > 0) throw invalidBody(...problems);
  return values;
}

/** A provider whose plugin hands over user name and password stores them as such (wire contract, section 17). */
const typeOf = ({ auth_mode: mode }: Provider): string => (mode === 'INSTALL_PLUGIN' ? 'BASIC' : mode);

function accountIssues({ type }: ImportCredentials, config: Config): ErrorIssue[] {
  const path = ['connection_config', 'accountId'];
  if (type !== 'TBA' || text(config['accountId']) !== undefined) return [];
  return [{ code: 'invalid_type', path, message: 'is required for TBA credentials' }];
}

/** What is given must fit its field; what may be missing is the type's own matter. */
function credentialIssues(provider: Provider, credentials: ImportCredentials): readonly ErrorIssue[] {
  const declared = provider.credentials ?? {};
  const given = Object.fromEntries(
    Object.entries(credentials).filter(([name, value]) => value !== '' && Object.hasOwn(declared, name)),
  );
  return validateInputFields(declared, given, { path: ['credentials'], unknownKeys: 'keep', isPartial: true }).issues;
}
