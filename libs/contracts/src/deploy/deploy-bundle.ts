import { z } from 'zod';
import { uniqueKeySchema } from '../identifiers.js';
import { flowConfigSchema, onEventScriptSchema } from './deploy-request.js';

/** A compiled function of a bundle: a sync or an action as in a deploy, or an on-event function with its integration. */
export const bundledFunctionSchema = z.discriminatedUnion('type', [
  flowConfigSchema.extend({ type: z.literal('sync') }),
  flowConfigSchema.extend({ type: z.literal('action') }),
  onEventScriptSchema.extend({ type: z.literal('on-event'), providerConfigKey: uniqueKeySchema }),
]);

/**
 * Body of `POST /functions/deployments/bundle` and of its preview: compiled functions that are all there shall be of the
 * environment, or of one integration. Others that a repository deployed are deleted.
 */
export const deployBundleBodySchema = z
  .strictObject({
    reconciliationScope: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('environment') }),
      z.strictObject({ kind: z.literal('integration'), integrationId: uniqueKeySchema }),
    ]),
    functions: z.array(bundledFunctionSchema).max(5000),
  })
  .superRefine(({ reconciliationScope: scope, functions }, context) => {
    if (scope.kind === 'environment') return;
    functions.forEach(({ providerConfigKey }, index) => {
      if (providerConfigKey === scope.integrationId) return;
      const message = `is not of the integration "${scope.integrationId}" that the bundle speaks for`;
      context.addIssue({ code: 'custom', message, path: ['functions', index, 'providerConfigKey'] });
    });
  });
/** Body of `POST /functions/deployments/bundle`. */
export type DeployBundleBody = z.infer<typeof deployBundleBodySchema>;

const bundleEntrySchema = z.object({ integrationId: z.string(), name: z.string() });

/** Answer of `POST /functions/deployments/bundle` and of its preview. */
export const deployBundleResponseSchema = z.object({
  created: z.array(bundleEntrySchema),
  updated: z.array(bundleEntrySchema),
  unchanged: z.array(bundleEntrySchema),
  deleted: z.array(bundleEntrySchema),
});
/** Answer of `POST /functions/deployments/bundle`. */
export type DeployBundleResponse = z.infer<typeof deployBundleResponseSchema>;
