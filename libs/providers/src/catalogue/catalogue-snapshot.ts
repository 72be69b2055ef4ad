import { createHash } from 'node:crypto';
import type { Provider } from '@svc/contracts';
import type { CompiledCatalogue } from './compiled-catalogue.js';
import { deepFreeze } from './deep-freeze.js';
import type { CatalogueDefinitions } from './catalogue-definitions.js';
import { resolveDefinition, toProvider } from './resolve-provider.js';

/** An answer that is ready to be sent. */
export interface PreparedAnswer {
  readonly body: Buffer;
  /** Strong entity tag, with its quotes. */
  readonly etag: string;
}

/** The catalogue at one moment; never changes. */
export interface CatalogueSnapshot {
  /** As the files say them. */
  readonly definitions: CatalogueDefinitions;
  /** Providers by name and by their other names. */
  readonly byName: ReadonlyMap<string, Provider>;
  /** Each provider once, by name. */
  readonly sorted: readonly Provider[];
  /** Body of `GET /providers` without a search. */
  readonly list: PreparedAnswer;
  /** Body of `GET /providers.json`: providers by name. */
  readonly map: PreparedAnswer;
}

/** Builds the catalogue from definitions that are valid. */
export function createSnapshot(definitions: CatalogueDefinitions, publicUrl: string): CatalogueSnapshot {
  const sorted: Provider[] = [];
  for (const name of [...definitions.keys()].sort()) {
    const { definition } = resolveDefinition(name, definitions);
    if (definition) sorted.push(deepFreeze(toProvider(name, definition, publicUrl)));
  }
  const byName = new Map<string, Provider>();
  for (const provider of sorted) for (const alias of provider.aliases ?? []) byName.set(alias, provider);
  // A provider's own name wins over another's second name.
  for (const provider of sorted) byName.set(provider.name, provider);
  let map: PreparedAnswer | undefined;
  return {
    definitions,
    byName,
    sorted,
    list: prepareAnswer({ data: sorted }),
    // Few ask for it, and no start shall wait for it.
    get map() {
      return (map ??= prepareAnswer(Object.fromEntries(sorted.map((provider) => [provider.name, provider]))));
    },
  };
}

/** The providers of a compiled catalogue, by name, as the API shows them but for the addresses of their logos. */
export const catalogueOf = ({ definitions }: Pick<CompiledCatalogue, 'definitions'>): readonly Provider[] =>
  createSnapshot(new Map(Object.entries(definitions)), '').sorted;

/** Serialises a body and tags it. */
export function prepareAnswer(body: unknown): PreparedAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return { body: bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}
