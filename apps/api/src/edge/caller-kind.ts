import type { Caller } from '@svc/domain';
import type { ErrorCode } from '@svc/errors';
import type { AccessRule } from './access.decorator.js';

type ClosedRule = Exclude<AccessRule, { kind: 'public' }>;

/** Whether a caller is of the kind that a rule lets in. */
export const isOfKind = (caller: Caller | undefined, rule: ClosedRule): boolean =>
  caller?.kind === rule.kind || (caller?.kind === 'session' && rule.kind === 'environment' && rule.orSession === true);

/** What a caller is answered who is not of that kind. */
export const refusalOf = (caller: Caller, rule: ClosedRule): ErrorCode =>
  (caller.kind === 'session' && rule.kind === 'environment' && rule.sessionRefusal) || 'forbidden';

/** What a rule wants, in words. */
export const neededBy = ({ kind }: ClosedRule): string =>
  kind === 'session' ? 'the token of a connect session' : `a key of an ${kind}`;
