import { functionKindSchema } from '@svc/contracts';
import { z } from 'zod';

/** What a run token says: which run, in which attempt, for which connection. Nothing else can be reached with it. */
export const runClaimsSchema = z.object({
  runId: z.string(),
  kind: functionKindSchema,
  /** Attempt number of a sync's slice; writes of an older one are refused. */
  epoch: z.number().int(),
  environmentId: z.number().int(),
  integrationId: z.number().int(),
  /** Unique key of the integration. */
  providerConfigKey: z.string(),
  /** Internal id of the connection. */
  connectionId: z.number().int(),
  /** The connection's id as customers know it. */
  connectionKey: z.string(),
  functionName: z.string(),
  syncId: z.string().optional(),
  syncName: z.string().optional(),
  variant: z.string().optional(),
  /** The run of a sync goes over a window: it has a checkpoint of its own, and tracks no deletions. */
  isWindow: z.boolean().optional(),
  /** A sync handles a webhook: beside its own runs, so it moves no checkpoint and tracks no deletions. */
  isWebhook: z.boolean().optional(),
  /** Functions that led to this run by triggering each other, outermost first; missing where nobody did. */
  callers: z.array(z.string()).optional(),
  /** A dry run: nothing that it writes is stored. `runId` is the id of its job. */
  isDryRun: z.boolean().optional(),
  /** Operation that the run's log lines belong to. */
  operationId: z.string(),
  /** End of validity, Unix time in seconds. */
  exp: z.number(),
});

export type RunClaims = z.infer<typeof runClaimsSchema>;
