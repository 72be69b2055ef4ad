import type { Provider, ProviderDefinition } from '@svc/contracts';
import type { CatalogueDefinitions } from './catalogue-definitions.js';

/** Where definitions are looked up. */
export type DefinitionLookup = Pick<CatalogueDefinitions, 'get'>;

/** A definition with everything that it takes over from others, or the reason why that fails. */
export type ResolvedDefinition =
  | { readonly definition: ProviderDefinition; readonly reason?: undefined }
  | { readonly definition?: undefined; readonly reason: string };

/** Lays a definition over the one that it is an alias of, which may be an alias itself. */
export function resolveDefinition(name: string, definitions: DefinitionLookup): ResolvedDefinition {
  const layers: ProviderDefinition[] = [];
  const seen: string[] = [];
  for (let next: string | undefined = name; next !== undefined; next = definitions.get(next)?.alias) {
    if (seen.includes(next)) return { reason: `is an alias of itself: ${[...seen, next].join(' -> ')}` };
    const definition = definitions.get(next);
    if (!definition) return { reason: `there is no provider "${next}"` };
    seen.push(next);
    // Other names belong to the provider that lists them, not to those made from it.
    const { aliases: _aliases, ...inherited } = definition;
    layers.push(layers.length === 0 ? definition : inherited);
  }
  const definition = layers.reduceRight((lower, upper) => ({ ...lower, ...upper }));
  return { definition };
}

/** The provider as the API shows it; the definition must be resolved and valid. */
export function toProvider(name: string, definition: ProviderDefinition, publicUrl: string): Provider {
  return {
    name,
    ...definition,
    display_name: definition.display_name ?? name,
    docs: definition.docs ?? '',
    auth_mode: definition.auth_mode ?? 'NONE',
    logo_url: `${publicUrl}/images/template-logos/${name}.svg`,
  };
}
