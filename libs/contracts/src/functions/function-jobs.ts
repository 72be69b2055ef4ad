import { z } from 'zod';
import { connectionIdSchema, functionNameSchema, uniqueKeySchema } from '../identifiers.js';
import { momentSchema } from '../moment.js';
import { checkpointSchema, functionKindSchema } from '../runs/run-protocol.js';
import { storableObjectSchema, storableTextSchema } from '../storable.js';
import { functionSourceCodeSchema } from './compile-function.js';

/** How a dry run or a deployment stands. */
export const functionJobStatusSchema = z.enum(['waiting', 'running', 'success', 'failed']);
/** How a dry run or a deployment stands. */
export type FunctionJobStatus = z.infer<typeof functionJobStatusSchema>;

/** Body of `POST /functions/dryruns`. */
export const createDryRunBodySchema = z.strictObject({
  integration_id: uniqueKeySchema,
  function_type: z.enum(['action', 'sync']),
  code: functionSourceCodeSchema,
  connection_id: connectionIdSchema,
  /** Of an action. */
  input: z.unknown().optional(),
  /** Stands for the connection's metadata during the run. */
  metadata: storableObjectSchema.optional(),
  /** Of a sync: where it begins. */
  checkpoint: checkpointSchema.optional(),
  /** Of a sync: what `lastSyncDate` says. */
  last_sync_date: momentSchema.optional(),
});
/** Body of `POST /functions/dryruns`. */
export type CreateDryRunBody = z.infer<typeof createDryRunBodySchema>;

/** Body of `POST /functions/deployments` for a function whose source is given. */
export const deployFunctionBodySchema = z.strictObject({
  type: z.literal('function'),
  integration_id: uniqueKeySchema,
  function_name: functionNameSchema,
  function_type: z.enum(['action', 'sync']),
  code: functionSourceCodeSchema,
  version: storableTextSchema.min(1).max(255).optional(),
  /** Whether cached records may be abandoned that no sync would write any more. */
  allow_destructive: z.boolean().default(false),
});
/** Body of `POST /functions/deployments` for a function whose source is given. */
export type DeployFunctionBody = z.infer<typeof deployFunctionBodySchema>;

/** Body of `POST /functions/deployments` for a ready-made function. */
export const deployTemplateBodySchema = z.strictObject({
  type: z.literal('template'),
  integration_id: uniqueKeySchema,
  template: functionNameSchema,
  function_type: z.enum(['action', 'sync']).optional(),
});
/** Body of `POST /functions/deployments` for a ready-made function. */
export type DeployTemplateBody = z.infer<typeof deployTemplateBodySchema>;

/** Body of `POST /functions/deployments`. */
export const createDeploymentBodySchema = z.discriminatedUnion('type', [
  deployFunctionBodySchema,
  deployTemplateBodySchema,
]);
/** Body of `POST /functions/deployments`. */
export type CreateDeploymentBody = z.infer<typeof createDeploymentBodySchema>;

/** Answer of `POST /functions/dryruns` and of `POST /functions/deployments`, status 202. */
export const acceptedFunctionJobSchema = z.object({
  id: z.string(),
  status: functionJobStatusSchema,
  created_at: z.string(),
});
/** Answer of `POST /functions/dryruns` and of `POST /functions/deployments`. */
export type AcceptedFunctionJob = z.infer<typeof acceptedFunctionJobSchema>;

/** Path parameters of `GET /functions/dryruns/{id}` and `GET /functions/deployments/{id}`. */
export const functionJobParamsSchema = z.strictObject({ id: z.uuid() });

const functionJobSchema = acceptedFunctionJobSchema.extend({
  integration_id: z.string(),
  function_type: functionKindSchema,
  updated_at: z.string(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  duration_ms: z.number().int().optional(),
  /** Why it failed, as the error envelope has it. */
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      errors: z.array(z.unknown()).optional(),
      payload: z.unknown().optional(),
    })
    .optional(),
});

/** What a dry run would have changed. */
export const dryRunResultSchema = z.object({
  /** By model: records saved, laid over others, and ids deleted, in the order of the calls. */
  records: z.record(
    z.string(),
    z.object({ saved: z.array(z.unknown()), updated: z.array(z.unknown()), deleted: z.array(z.unknown()) }),
  ),
  /** The checkpoint at the end; null when there is none. */
  checkpoint: checkpointSchema.nullable(),
  /** The metadata at the end, where the function changed it. */
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** Lines that the function logged. */
  logs: z.array(z.object({ at: z.string(), level: z.string(), message: z.string(), payload: z.unknown().optional() })),
});
/** What a dry run would have changed. */
export type DryRunResult = z.infer<typeof dryRunResultSchema>;

/** Answer of `GET /functions/dryruns/{id}`. Nothing that the run saved is in the gateway. */
export const dryRunSchema = functionJobSchema.extend({
  /** What an action returned. */
  output: z.unknown().optional(),
  result: dryRunResultSchema.optional(),
});
/** Answer of `GET /functions/dryruns/{id}`. */
export type DryRun = z.infer<typeof dryRunSchema>;

/** Answer of `GET /functions/deployments/{id}`. */
export const functionDeploymentSchema = functionJobSchema.extend({
  function_name: z.string(),
  /** Whether the functions are published. */
  deployed: z.boolean().optional(),
  deployed_functions: z.array(z.object({ name: z.string(), version: z.string().nullable() })).optional(),
});
/** Answer of `GET /functions/deployments/{id}`. */
export type FunctionDeployment = z.infer<typeof functionDeploymentSchema>;

/** Body of `POST /functions/invocations`. */
export const invokeFunctionBodySchema = z.strictObject({
  connection_id: connectionIdSchema,
  integration_id: uniqueKeySchema,
  name: functionNameSchema,
  input: z.unknown().optional(),
  /** `wait` answers with what the action returned; `no_wait` with 202 and where to ask. */
  invocation_type: z.enum(['wait', 'no_wait']),
  options: z.strictObject({ max_retries: z.number().int().min(0).max(5).optional() }).optional(),
});
/** Body of `POST /functions/invocations`. */
export type InvokeFunctionBody = z.infer<typeof invokeFunctionBodySchema>;
