import { SvcConnectError } from '@svc/connect';
import { problemKindOf, type ProblemKind } from './problem-kind.js';

/** A failure, ready to be shown. All texts are shown as text, whoever wrote them. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Of the gateway, for the small print and the page that opened this one. */
  readonly code: string;
  /** The gateway's own words, and in them those of the provider. */
  readonly words: string | undefined;
  readonly requestId: string | undefined;
  /** What is wrong with which field, by its name. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Problems that this page finds by itself. */
export function ownProblem(kind: ProblemKind, code: string): Problem {
  return { kind, code, words: undefined, requestId: undefined, fields: {} };
}

/** Any failure, told apart by its code. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof SvcConnectError)) {
    return { ...ownProblem('unexpected', 'unknown_err'), words: error instanceof Error ? error.message : undefined };
  }
  const { code, message, requestId, issues } = error;
  const fields = Object.fromEntries(issues.map((issue) => [issue.path.at(-1) ?? '', issue.message]));
  return { kind: kindOf(error), code, words: message || undefined, requestId, fields };
}

/** Why a test of credentials failed, where it is not the credentials themselves. */
const KIND_BY_REASON: ReadonlyMap<unknown, ProblemKind> = new Map([
  ['provider_down', 'providerDown'],
  ['throttled', 'busy'],
]);

function kindOf({ code, message, payload }: SvcConnectError): ProblemKind {
  // A person who says no at the provider did nothing wrong, and is told so.
  if (code === 'callback_err' && /access_denied|access was not allowed|denied|cancel/i.test(message)) return 'denied';
  const reason: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'reason') : undefined;
  return (code === 'connection_test_failed' && KIND_BY_REASON.get(reason)) || problemKindOf(code);
}
