import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { AccountScope, EnvironmentScope } from '@svc/contracts';
import type { ErrorCode } from '@svc/errors';

/** Who may call a route. Every route has exactly one rule; a test walks the router to prove it. */
export type AccessRule =
  | {
      readonly kind: 'public';
      /** Never refused by the rate limit: health checks, and providers' webhooks, which come from few addresses. */
      readonly unlimited?: boolean;
    }
  /** A key of an environment that holds one of `anyOf`; any key of an environment when `anyOf` is empty. */
  | {
      readonly kind: 'environment';
      readonly anyOf: readonly EnvironmentScope[];
      /** The token of a connect session does as well. */
      readonly orSession?: boolean;
      /** What such a token is answered where it does not; `forbidden` when left out. */
      readonly sessionRefusal?: ErrorCode;
    }
  /** The token of a connect session. */
  | {
      readonly kind: 'session';
      /** Where it stands: as a key, or as the query parameter `connect_session_token`, for what a browser opens. */
      readonly from: 'header' | 'query';
      /** How long the session may have been over. */
      readonly graceMs?: number;
    }
  | { readonly kind: 'account'; readonly anyOf: readonly AccountScope[] };

export const ACCESS_RULE = 'gateway:access-rule';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes outside Nest's controllers state their rule here: `config: { access: ... }`. */
    access?: AccessRule;
  }
}

/**
 * Known to Nest's guard and to Fastify's hook, which lets nobody's body in before the rule is met. On a controller it is the
 * rule of every method that has none of its own.
 */
const access = (rule: AccessRule): MethodDecorator & ClassDecorator => {
  const state = (handler: object): void => {
    Reflect.defineMetadata(ACCESS_RULE, rule, handler);
    Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { access: rule }, handler);
  };
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    if (descriptor) return state(Object(descriptor.value));
    const prototype: object = Object(Object(target).prototype);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value === 'function' && value !== target && !Reflect.hasMetadata(ACCESS_RULE, value)) state(value);
    }
  };
};

/** Anyone. */
export const Public = (options: { readonly unlimited?: boolean } = {}): MethodDecorator & ClassDecorator =>
  access({ kind: 'public', ...options });

/** A key of an environment with one of these scopes. */
export const EnvironmentAccess = (...anyOf: EnvironmentScope[]): MethodDecorator & ClassDecorator =>
  access({ kind: 'environment', anyOf });

/** As {@link EnvironmentAccess}, or the token of a connect session as the key. */
export const EnvironmentOrSessionAccess = (...anyOf: EnvironmentScope[]): MethodDecorator & ClassDecorator =>
  access({ kind: 'environment', anyOf, orSession: true });

/** As {@link EnvironmentAccess}; the token of a connect session is refused with `invalid_permissions`. */
export const EnvironmentKeyAccess = (...anyOf: EnvironmentScope[]): MethodDecorator & ClassDecorator =>
  access({ kind: 'environment', anyOf, sessionRefusal: 'invalid_permissions' });

/** The token of a connect session. */
export const SessionAccess = (
  from: 'header' | 'query' = 'header',
  options: { readonly graceMs?: number } = {},
): MethodDecorator & ClassDecorator => access({ kind: 'session', from, ...options });

/** A key of an account with one of these scopes. */
export const AccountAccess = (...anyOf: AccountScope[]): MethodDecorator & ClassDecorator =>
  access({ kind: 'account', anyOf });
