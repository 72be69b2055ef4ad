import type { ProviderDefinition } from '@svc/contracts';

/** Definitions by the provider's name, as the files say them. */
export type CatalogueDefinitions = ReadonlyMap<string, ProviderDefinition>;
