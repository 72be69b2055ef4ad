import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { functionNameSchema, uniqueKeySchema } from '../identifiers.js';
import { functionKindSchema } from '../runs/run-protocol.js';

/** How functions came to change: a project's deploy, a single function through the API, a deletion, or the way back. */
export const deployKindSchema = z.enum(['deploy', 'function', 'template', 'bundle', 'deletion', 'rollback']);
/** How functions came to change. */
export type DeployKind = z.infer<typeof deployKindSchema>;

/** A version of a function, in short. */
export const functionVersionRefSchema = z.object({
  id: z.string(),
  /** The author's version text, or the one that the gateway counts. */
  version: z.string().nullable(),
});

/** What a deploy or a rollback did to one function. */
export const functionChangeSchema = z.object({
  change: z.enum(['created', 'updated', 'deleted']),
  /** Unique key of the integration. */
  integration_id: z.string(),
  type: functionKindSchema,
  name: z.string(),
  /** Published before; null when the function was not there. */
  from: functionVersionRefSchema.nullable(),
  /** Published afterwards; null when the function is deleted. */
  to: functionVersionRefSchema.nullable(),
});
/** What a deploy or a rollback did to one function. */
export type FunctionChange = z.infer<typeof functionChangeSchema>;

/** A change of the environment's functions: all of it happened at once. */
export const deploySchema = z.object({
  id: z.string(),
  kind: deployKindSchema,
  /** Display name of the key that deployed; null when it is not known. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** How many functions were created, updated and deleted. */
  created: z.number().int(),
  updated: z.number().int(),
  deleted: z.number().int(),
  /** For a rollback of everything: the deploy whose state it restored. */
  restored_id: z.string().nullable(),
  /** Whether everything can be returned to how it was after it: false once versions from then are not kept any more. */
  restorable: z.boolean(),
});
/** A change of the environment's functions. */
export type Deploy = z.infer<typeof deploySchema>;

/** Query of `GET /functions/deploys` (beyond the contract). */
export const listDeploysQuerySchema = pageQuerySchema;

/** Answer of `GET /functions/deploys`, latest first. */
export const listDeploysResponseSchema = z.object({ data: z.array(deploySchema), next_cursor: z.string().nullable() });
/** Answer of `GET /functions/deploys`. */
export type ListDeploysResponse = z.infer<typeof listDeploysResponseSchema>;

/** Path parameters of `GET /functions/deploys/{id}`. */
export const deployParamsSchema = z.strictObject({ id: z.uuid() });

/** Answer of `GET /functions/deploys/{id}`: with what it did to each function. */
export const deployResponseSchema = z.object({ data: deploySchema.extend({ changes: z.array(functionChangeSchema) }) });
/** Answer of `GET /functions/deploys/{id}`. */
export type DeployResponse = z.infer<typeof deployResponseSchema>;

/** A kept version of a function. */
export const functionVersionSchema = functionVersionRefSchema.extend({
  deployed_at: z.string(),
  /** Deploy that brought it. */
  deploy_id: z.string(),
  /** Whether it is the published one. */
  is_current: z.boolean(),
});
/** A kept version of a function. */
export type FunctionVersion = z.infer<typeof functionVersionSchema>;

/** Query of `GET /integrations/{k}/functions/{name}/versions` (beyond the contract). */
export const listFunctionVersionsQuerySchema = pageQuerySchema.extend({ type: functionKindSchema.optional() });
/** Query of `GET /integrations/{k}/functions/{name}/versions`. */
export type ListFunctionVersionsQuery = z.infer<typeof listFunctionVersionsQuerySchema>;

/** Answer of `GET /integrations/{k}/functions/{name}/versions`, latest first. */
export const listFunctionVersionsResponseSchema = z.object({
  data: z.array(functionVersionSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /integrations/{k}/functions/{name}/versions`. */
export type ListFunctionVersionsResponse = z.infer<typeof listFunctionVersionsResponseSchema>;

/**
 * Body of `POST /functions/rollback` and `POST /functions/rollback/preview` (beyond the contract), one of:
 *
 * - `{}`: all functions as they were before the latest deploy; once more goes back one further;
 * - `{deploy_id}`: all functions as they were right after that deploy;
 * - `{integration_id, name, type?, version_id?}`: one function, to that version or to the one before its current one.
 */
export const rollbackBodySchema = z
  .strictObject({
    deploy_id: z.uuid().optional(),
    integration_id: uniqueKeySchema.optional(),
    name: functionNameSchema.optional(),
    type: functionKindSchema.optional(),
    version_id: z.uuid().optional(),
  })
  .superRefine((body, context) => {
    const add = (path: string, message: string): void => context.addIssue({ code: 'custom', message, path: [path] });
    const isOne = body.integration_id !== undefined || body.name !== undefined;
    if (isOne && body.integration_id === undefined) add('integration_id', 'names the integration of the function');
    if (isOne && body.name === undefined) add('name', 'names the function to roll back');
    if (isOne && body.deploy_id !== undefined) add('deploy_id', 'rolls everything back: leave it out for one function');
    if (!isOne && body.type !== undefined) add('type', 'needs integration_id and name beside it');
    if (!isOne && body.version_id !== undefined) add('version_id', 'needs integration_id and name beside it');
  });
/** Body of `POST /functions/rollback`. */
export type RollbackBody = z.infer<typeof rollbackBodySchema>;

/** Answer of `POST /functions/rollback` and of its preview. */
export const rollbackResponseSchema = z.object({
  data: z.object({
    /** Id of the rollback in the list of deploys; null for a preview, and when there was nothing to change. */
    id: z.string().nullable(),
    restored_id: z.string().nullable(),
    changes: z.array(functionChangeSchema),
  }),
});
/** Answer of `POST /functions/rollback` and of its preview. */
export type RollbackResponse = z.infer<typeof rollbackResponseSchema>;
