import type { CheckpointSchema, MetadataSchema, ModelSchemas, NoMetadata } from './definitions/definition-schemas.js';
import type { SyncDefinition } from './definitions/sync-definition.js';

/** A sync as the default export of its file. */
export type Sync<
  TModels extends ModelSchemas = ModelSchemas,
  TMetadata extends MetadataSchema = NoMetadata,
  TCheckpoint extends CheckpointSchema = CheckpointSchema,
> = SyncDefinition<TModels, TMetadata, TCheckpoint> & { readonly type: 'sync' };

/**
 * Defines a sync: a function that runs on a schedule and fills the record cache.
 *
 * @example
 * export default createSync({
 *   description: 'Issues of all repositories',
 *   frequency: 'every hour',
 *   models: { Issue: z.object({ id: z.string(), title: z.string() }) },
 *   exec: async (svc) => {
 *     for await (const page of svc.paginate({ endpoint: '/issues', paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'limit' } })) {
 *       await svc.batchSave(page, 'Issue');
 *     }
 *   },
 * });
 */
export const createSync = <
  TModels extends ModelSchemas,
  TMetadata extends MetadataSchema = NoMetadata,
  TCheckpoint extends CheckpointSchema = CheckpointSchema,
>(
  definition: SyncDefinition<TModels, TMetadata, TCheckpoint>,
): Sync<TModels, TMetadata, TCheckpoint> => ({ ...definition, type: 'sync' });
