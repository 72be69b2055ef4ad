import { z } from 'zod';

const MAX_VARIABLES = 100;

/** A variable that functions of an environment read. */
export const environmentVariableSchema = z.strictObject({
  name: z.string().min(1).max(255),
  value: z.string().min(1).max(4000),
});
export type EnvironmentVariable = z.infer<typeof environmentVariableSchema>;

/** Answer of `GET /environment-variables`, status 200: a bare array. */
export const environmentVariableListSchema = z.array(environmentVariableSchema);

/** Body of `POST /environment-variables`: replaces all variables of the environment (D19). At most 100. */
export const replaceEnvironmentVariablesBodySchema = z.strictObject({
  environment_id: z.number().int().min(1).max(2_147_483_647),
  variables: z
    .array(environmentVariableSchema)
    .max(MAX_VARIABLES)
    .superRefine((variables, context) => {
      const seen = new Set<string>();
      variables.forEach(({ name }, index) => {
        if (seen.has(name))
          context.addIssue({ code: 'custom', message: `names "${name}" a second time`, path: [index, 'name'] });
        seen.add(name);
      });
    }),
});
export type ReplaceEnvironmentVariablesBody = z.infer<typeof replaceEnvironmentVariablesBodySchema>;
