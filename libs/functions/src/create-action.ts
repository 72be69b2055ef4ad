import type { z } from 'zod';
import type { ActionDefinition } from './definitions/action-definition.js';
import type { MetadataSchema } from './definitions/definition-schemas.js';

/** An action as the default export of its file. */
export type Action<
  TInput extends z.ZodType = z.ZodType,
  TOutput extends z.ZodType = z.ZodType,
  TMetadata extends MetadataSchema = z.ZodVoid,
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
  TInput extends z.ZodType,
  TOutput extends z.ZodType,
  TMetadata extends MetadataSchema = z.ZodVoid,
>(
  definition: ActionDefinition<TInput, TOutput, TMetadata>,
): Action<TInput, TOutput, TMetadata> => ({ ...definition, type: 'action' });
