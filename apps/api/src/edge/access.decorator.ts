import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { AccountScope, EnvironmentScope } from '@svc/contracts';

/** Who may call a route. Every route has exactly one rule; a test walks the router to prove it. */
export type AccessRule =
  | { readonly kind: 'public' }
  /** A key of an environment that holds one of `anyOf`; any key of an environment when `anyOf` is empty. */
  | { readonly kind: 'environment'; readonly anyOf: readonly EnvironmentScope[] }
  | { readonly kind: 'account'; readonly anyOf: readonly AccountScope[] };

export const ACCESS_RULE = 'gateway:access-rule';

/** Anyone. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS_RULE, { kind: 'public' } satisfies AccessRule);

/** A key of an environment with one of these scopes. */
export const EnvironmentAccess = (...anyOf: EnvironmentScope[]): CustomDecorator =>
  SetMetadata(ACCESS_RULE, { kind: 'environment', anyOf } satisfies AccessRule);

/** A key of an account with one of these scopes. */
export const AccountAccess = (...anyOf: AccountScope[]): CustomDecorator =>
  SetMetadata(ACCESS_RULE, { kind: 'account', anyOf } satisfies AccessRule);
