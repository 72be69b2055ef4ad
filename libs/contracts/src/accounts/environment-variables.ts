import { z } from 'zod';
import { storableTextSchema } from '../storable.js';
import { databaseIdSchema } from './database-id.js';

/** Most variables of an environment. */
export const MAX_ENVIRONMENT_VARIABLES = 100;

/** A variable that functions of an environment read. `GET /environment-variables` answers a bare array of them. */
export const environmentVariableSchema = z.strictObject({
  name: storableTextSchema.min(1).max(255),
  value: storableTextSchema.min(1).max(4000),
});
/** A variable that functions of an environment read. */
export type EnvironmentVariable = z.infer<typeof environmentVariableSchema>;

/** Body of `POST /environment-variables`: replaces all variables of the environment (D19). At most 100. */
export const replaceEnvironmentVariablesBodySchema = z.strictObject({
  environment_id: databaseIdSchema,
  variables: z
    .array(environmentVariableSchema)
    .max(MAX_ENVIRONMENT_VARIABLES)
    .superRefine((variables, context) => {
      const seen = new Set<string>();
      variables.forEach(({ name }, index) => {
        if (seen.has(name))
          context.addIssue({ code: 'custom', message: `names "${name}" a second time`, path: [index, 'name'] });
        seen.add(name);
      });
    }),
});
/** Body of `POST /environment-variables`: replaces all variables of the environment. */
export type ReplaceEnvironmentVariablesBody = z.infer<typeof replaceEnvironmentVariablesBodySchema>;

/** Path parameters of `PUT` and `DELETE /environment-variables/{name}`. */
export const environmentVariableParamsSchema = z.strictObject({ name: environmentVariableSchema.shape.name });

/** Body of `PUT /environment-variables/{name}` (beyond the contract): sets one variable with a key of the environment. */
export const setEnvironmentVariableBodySchema = environmentVariableSchema.pick({ value: true });
/** Body of `PUT /environment-variables/{name}`. */
export type SetEnvironmentVariableBody = z.infer<typeof setEnvironmentVariableBodySchema>;
