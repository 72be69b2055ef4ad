import type { ActionDefinition } from './definitions/action-definition.js';
import type { MetadataSchema, NoMetadata } from './definitions/definition-schemas.js';
import type { Schema } from './definitions/schema.js';

/** An action as the default export of its file. */
export type Action<
  TInput extends Schema = Schema,
  TOutput extends Schema = Schema,
  TMetadata extends MetadataSchema = NoMetadata,
> = ActionDefinition<TInput, TOutput, TMetadata> & { readonly type: 'action' };

/**
 * Defines an action: an operation on demand with checked input and output.
 *
 * @example
 * export default createAction({
 *   description: 'Creates an issue',
 *   input: z.object({ title: z.string() }),
 *   output: z.object({ id: z.number() }),
 *   exec: async (svc, input) => {
 *     const answer = await svc.post({ endpoint: '/issues', data: { title: input.title } });
 *     return { id: answer.data.id };
 *   },
 * });
 */
export const createAction = <
  TInput extends Schema,
  TOutput extends Schema,
  TMetadata extends MetadataSchema = NoMetadata,
>(
  definition: ActionDefinition<TInput, TOutput, TMetadata>,
): Action<TInput, TOutput, TMetadata> => ({ ...definition, type: 'action' });
