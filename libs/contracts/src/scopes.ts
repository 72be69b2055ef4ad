/** Scopes of an environment's API key (specification, "Authentication"; wire contract, section 2). */
export const ENVIRONMENT_SCOPES = [
  'environment:*',
  'environment:integrations:*',
  'environment:integrations:list',
  'environment:integrations:list_credentials',
  'environment:integrations:list_functions',
  'environment:integrations:read',
  'environment:integrations:read_credentials',
  'environment:integrations:create',
  'environment:integrations:update',
  'environment:integrations:delete',
  'environment:connections:*',
  'environment:connections:list',
  'environment:connections:list_credentials',
  'environment:connections:read',
  'environment:connections:read_credentials',
  'environment:connections:create',
  'environment:connections:update',
  'environment:connections:delete',
  'environment:connect_sessions:write',
  'environment:syncs:*',
  'environment:syncs:read',
  'environment:syncs:execute',
  'environment:syncs:update',
  'environment:syncs:variant:create',
  'environment:syncs:variant:delete',
  'environment:deploy',
  'environment:functions:*',
  'environment:functions:list',
  'environment:functions:read',
  'environment:functions:delete',
  'environment:functions:compile',
  'environment:functions:dryrun',
  'environment:functions:invocations',
  'environment:records:*',
  'environment:records:read',
  'environment:records:write',
  'environment:logs:read',
  'environment:actions:*',
  'environment:actions:execute',
  'environment:proxy',
  'environment:variables:read',
  // Beyond the contract: single variables are set and removed with a key of the environment.
  'environment:variables:write',
  'environment:webhooks:*',
  'environment:webhooks:read',
  'environment:webhooks:write',
  'environment:webhook_signing_key:rotate',
  'environment:mcp',
] as const;

/** Scopes of an account key, which manages environments and their keys. */
export const ACCOUNT_SCOPES = [
  'account:*',
  'account:environments:list',
  'account:environments:create',
  'account:environments:delete',
  'account:environments:set_production',
  'account:environments:variables:write',
  'account:environments:api_keys:list',
  'account:environments:api_keys:create',
  'account:environments:api_keys:update',
  'account:environments:api_keys:delete',
] as const;

/** A scope of an API key. */
export type EnvironmentScope = (typeof ENVIRONMENT_SCOPES)[number];
/** A scope of an account key. */
export type AccountScope = (typeof ACCOUNT_SCOPES)[number];
/** Any scope. */
export type Scope = EnvironmentScope | AccountScope;

/**
 * Whether `granted` scopes satisfy `required`: by the same scope, by its `_credentials` superset (specification,
 * "Authentication" 4; D5), or by a granted wildcard `prefix:*`.
 */
export function satisfiesScope(granted: readonly string[], required: Scope): boolean {
  return granted.some(
    (scope) =>
      scope === required ||
      scope === `${required}_credentials` ||
      (scope.endsWith(':*') && required.startsWith(scope.slice(0, -1))),
  );
}
