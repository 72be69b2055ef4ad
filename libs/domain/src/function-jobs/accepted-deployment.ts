import { deployFunctionBodySchema } from '@svc/contracts';
import { z } from 'zod';

/** A deployment as a worker takes it up: also a template is a function by then. */
export const acceptedDeploymentSchema = deployFunctionBodySchema.extend({
  source: z.enum(['standalone', 'catalog']).default('standalone'),
});
export type AcceptedDeployment = z.input<typeof acceptedDeploymentSchema>;
