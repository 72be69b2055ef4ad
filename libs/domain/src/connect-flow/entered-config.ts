import type { AuthMode, ErrorIssue, InputFields, IntegrationConfigDefaults, Provider } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { validateInputFields } from '@svc/providers';

type Config = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** Parts of a session's defaults that are no configuration: they have a place of their own. */
const APART = new Set(['oauth_client_id_override', 'oauth_client_secret_override', 'webhook_url']);

/** Sent by existing clients, and not for end users to decide: dropped (wire contract, section 6). */
const DROPPED = new Set(['webhook_url']);

/** What an auth mode cannot do without, where a definition does not say how to ask for it. */
const IMPLIED_FIELDS: Partial<Record<AuthMode, InputFields>> = {
  TBA: { accountId: { type: 'string', title: 'Account id' } },
  MCP_OAUTH2_GENERIC: { mcp_server_url: { type: 'string', title: 'Address of the MCP server', format: 'uri' } },
};

/** What somebody entered, from all sides. */
export interface EnteredValues {
  /** The end user. */
  readonly params: Texts;
  /** The customer's backend; wins. */
  readonly defaults: IntegrationConfigDefaults | undefined;
  /** The connection that is authorized anew; counts where nobody says otherwise. */
  readonly existing: Config | undefined;
}

/**
 * The part of `connection_config` that people entered, checked against the definition's fields, with defaults. An end user can
 * set the definition's own fields only, and none that is hidden or filled in by the gateway. Empty values are left out, so that
 * what the provider says takes their place.
 *
 * @throws AppError `invalid_query_params` with every problem, path `params`.
 */
export function enteredConfig(
  { auth_mode: mode, connection_config: fields }: Pick<Provider, 'auth_mode' | 'connection_config'>,
  { params, defaults, existing }: EnteredValues,
): Config {
  const declared: InputFields = { ...IMPLIED_FIELDS[mode], ...fields };
  const fixed = pick(defaults?.connection_config ?? {}, (name, value) => !APART.has(name) && isGiven(value));
  const given = pick(params, (name, value) => !DROPPED.has(name) && value !== '' && !Object.hasOwn(fixed, name));
  const isTheirs = (name: string): boolean => {
    const field = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return field !== undefined && !field.hidden && !field.automated;
  };
  const foreign = Object.keys(given).filter((name) => !isTheirs(name) && given[name] !== declared[name]?.default_value);
  const kept = pick(existing ?? {}, (name) => Object.hasOwn(declared, name) && !declared[name]?.automated);
  const { values, issues } = validateInputFields(
    declared,
    { ...kept, ...given, ...fixed },
    { path: ['params'], unknownKeys: 'keep' },
  );
  const problems = [...foreign.map(foreignField), ...issues];
  if (problems.length > 0) throw invalidParams(problems);
  const isNew = (name: string): boolean => Object.hasOwn(given, name) || Object.hasOwn(fixed, name);
  const isDefault = (name: string): boolean => !Object.hasOwn(kept, name) && !declared[name]?.automated;
  return pick(values, (name, value) => isGiven(value) && (isNew(name) || isDefault(name)));
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const pick = <Value>(
  map: Readonly<Record<string, Value>>,
  isWanted: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(map).filter(([name, value]) => isWanted(name, value)));

const foreignField = (name: string): ErrorIssue => ({
  code: 'unrecognized_keys',
  path: ['params', name],
  message: `"${name}" is not a field that is asked for`,
});

const invalidParams = (issues: readonly ErrorIssue[]): AppError =>
  new AppError('invalid_query_params', `${issues[0]?.path.join('.')}: ${issues[0]?.message}`, { errors: issues });
