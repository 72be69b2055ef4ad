import { SvcConnectError } from '@svc/connect';
import { problemKindOf, type ProblemKind } from './problem-kind.js';

/** A failure, ready to be shown. All texts are shown as text, whoever wrote them. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Of the gateway, for the small print and the page that opened this one. */
  readonly code: string;
  /** The provider's or the gateway's own words. */
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
  const { code, message, payload, requestId, issues } = error;
  const fields = Object.fromEntries(issues.map((issue) => [issue.path.at(-1) ?? '', issue.message]));
  const words = reasonIn(payload) ?? message;
  return { kind: kindOf(code, words), code, words: words || undefined, requestId, fields };
}

/** A person who says no at the provider did nothing wrong, and is told so. */
function kindOf(code: string, words: string): ProblemKind {
  if (code === 'callback_err' && /access_denied|access was not allowed|denied|cancel/i.test(words)) return 'denied';
  return problemKindOf(code);
}

function reasonIn(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const reason: unknown = Reflect.get(payload, 'reason');
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}
