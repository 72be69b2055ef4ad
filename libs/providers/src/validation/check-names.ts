import type { CatalogueDefinitions } from '../catalogue/catalogue-definitions.js';

/** Something wrong between definitions. */
export interface CatalogueProblem {
  readonly name: string;
  readonly path: string;
  readonly reason: string;
}

/** Other names that belong to somebody else, and references to providers that are not there. */
export function checkNames(definitions: CatalogueDefinitions): CatalogueProblem[] {
  const owners = new Map<string, string>();
  return [...definitions].flatMap(([name, { aliases = [], shares_endpoints_with: shared = [] }]) => [
    ...aliases.flatMap((alias) => {
      const owner = definitions.has(alias) ? alias : owners.get(alias);
      owners.set(alias, name);
      if (owner === undefined) return [];
      return [{ name, path: 'aliases', reason: `"${alias}" is a name of "${owner}" already` }];
    }),
    ...shared.flatMap((other) => {
      if (definitions.has(other) && other !== name) return [];
      return [{ name, path: 'shares_endpoints_with', reason: `there is no other provider "${other}"` }];
    }),
  ]);
}
