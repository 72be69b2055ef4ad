import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { AccountScope, EnvironmentScope } from '@svc/contracts';

/** Who may call a route. Every route has exactly one rule; a test walks the router to prove it. */
export type AccessRule =
  | {
      readonly kind: 'public';
      /** Never refused by the rate limit: health checks, and providers' webhooks, which come from few addresses. */
      readonly unlimited?: boolean;
    }
  /** A key of an environment that holds one of `anyOf`; any key of an environment when `anyOf` is empty. */
  | { readonly kind: 'environment'; readonly anyOf: readonly EnvironmentScope[] }
  | { readonly kind: 'account'; readonly anyOf: readonly AccountScope[] };

export const ACCESS_RULE = 'gateway:access-rule';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes outside Nest's controllers state their rule here: `config: { access: ... }`. */
    access?: AccessRule;
  }
}

/** Known to Nest's guard and to Fastify's hook, which lets nobody's body in before the rule is met. */
const access = (rule: AccessRule): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(ACCESS_RULE, rule), RouteConfig({ access: rule }));

/** Anyone. */
export const Public = (options: { readonly unlimited?: boolean } = {}): MethodDecorator & ClassDecorator =>
  access({ kind: 'public', ...options });

/** A key of an environment with one of these scopes. */
export const EnvironmentAccess = (...anyOf: EnvironmentScope[]): MethodDecorator & ClassDecorator =>
  access({ kind: 'environment', anyOf });

/** A key of an account with one of these scopes. */
export const AccountAccess = (...anyOf: AccountScope[]): MethodDecorator & ClassDecorator =>
  access({ kind: 'account', anyOf });
