import type { Provider, ProviderDefinition } from '@svc/contracts';
import { prepareAnswer, type CatalogueSnapshot, type PreparedAnswer } from './catalogue-snapshot.js';
import { deepFreeze } from './deep-freeze.js';
import { resolveDefinition, toProvider, type DefinitionLookup } from './resolve-provider.js';

/** A provider that an environment defined for itself. */
export interface CustomProvider {
  readonly environmentId: number;
  readonly name: string;
  readonly definition: ProviderDefinition;
}

interface EnvironmentCatalogue {
  readonly byName: ReadonlyMap<string, Provider>;
  /** Made when somebody asks for it. */
  sorted?: readonly Provider[];
  list?: PreparedAnswer;
}

/** What environments have beside the catalogue of all; never changes. */
export class EnvironmentCatalogues {
  private readonly byEnvironment = new Map<number, EnvironmentCatalogue>();

  constructor(
    private readonly snapshot: CatalogueSnapshot,
    private readonly publicUrl: string,
    private readonly custom: readonly CustomProvider[],
  ) {
    const maps = new Map<number, Map<string, Provider>>();
    for (const { environmentId, name, definition } of custom) {
      // One that is an alias of a provider which is gone is gone too.
      const { definition: resolved } = resolveDefinition(name, withCustom(snapshot, name, definition));
      if (!resolved) continue;
      // How sure the facts of the other one are says nothing about this one.
      const { aliases: _, confidence: __, source: ___, ...rest } = resolved;
      const own = { ...rest, ...definition };
      const map = maps.get(environmentId) ?? new Map<string, Provider>();
      maps.set(environmentId, map.set(name, deepFreeze(toProvider(name, own, publicUrl))));
    }
    for (const [id, byName] of maps) this.byEnvironment.set(id, { byName });
  }

  /** The same over another catalogue. */
  over(snapshot: CatalogueSnapshot): EnvironmentCatalogues {
    return new EnvironmentCatalogues(snapshot, this.publicUrl, this.custom);
  }

  find(environmentId: number | undefined, name: string): Provider | undefined {
    return this.of(environmentId)?.byName.get(name);
  }

  /** Undefined where the environment defined none. */
  sorted(environmentId: number | undefined): readonly Provider[] | undefined {
    const own = this.of(environmentId);
    return own && (own.sorted ??= this.merge(own.byName));
  }

  /** Undefined where the environment defined none. */
  listAnswer(environmentId: number | undefined): PreparedAnswer | undefined {
    const own = this.of(environmentId);
    return own && (own.list ??= prepareAnswer({ data: this.sorted(environmentId) }));
  }

  private of(environmentId: number | undefined): EnvironmentCatalogue | undefined {
    return environmentId === undefined ? undefined : this.byEnvironment.get(environmentId);
  }

  private merge(own: ReadonlyMap<string, Provider>): readonly Provider[] {
    const others = this.snapshot.sorted.filter(({ name }) => !own.has(name));
    return [...others, ...own.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** A custom definition over those that all share; its alias names one of them. */
export const withCustom = (
  { definitions }: CatalogueSnapshot,
  name: string,
  definition: ProviderDefinition,
): DefinitionLookup => ({ get: (other) => (other === name ? definition : definitions.get(other)) });
