import { isStorableText, type ProviderWebhook } from '@svc/contracts';
import { namedConnection } from './named-connection.js';
import { readValues, type WebhookView } from './read-values.js';

/** A way in which connections may be found. The lowest rank that finds any decides. */
export interface MatchCandidate {
  readonly rank: number;
  readonly column: 'connection_id' | 'connection_config' | 'metadata';
  /** A connection id, or what the column must contain. */
  readonly value: string | Readonly<Record<string, unknown>>;
}

/** Values of one webhook are many only where somebody wants to make work. */
const MAX_VALUES = 100;

/** How the connections of an event can be found: by the address that it was sent to, then by the provider's rules. */
export function matchCandidates({ match = [] }: ProviderWebhook, view: WebhookView): readonly MatchCandidate[] {
  const named = namedConnection(view.request.raw);
  const byAddress: MatchCandidate[] = named === undefined ? [] : [{ rank: 0, column: 'connection_id', value: named }];
  const byRule = match.flatMap((rule, index) =>
    readValues(rule.value, view)
      // What cannot be stored stands in no connection.
      .filter(isStorableText)
      .slice(0, MAX_VALUES)
      .flatMap((value) => [rule.in].flat().flatMap((target) => candidatesFor(target, value, index + 1))),
  );
  return [...byAddress, ...byRule];
}

function candidatesFor(target: string, value: string, rank: number): readonly MatchCandidate[] {
  if (target === 'connection_id') return [{ rank, column: 'connection_id', value }];
  const [column, key] = [target.slice(0, target.indexOf('.')), target.slice(target.indexOf('.') + 1)];
  const scalars = /^-?(0|[1-9]\d{0,14})$/.test(value) ? [value, Number(value)] : [value];
  return scalars.flatMap((scalar) =>
    [{ [key]: scalar }, { [key]: [scalar] }].map((wanted): MatchCandidate => ({
      rank,
      column: column === 'metadata' ? 'metadata' : 'connection_config',
      value: wanted,
    })),
  );
}
