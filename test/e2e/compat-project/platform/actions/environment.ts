import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'Reads a variable of the environment',
  input: z.object({ name: z.string() }),
  output: z.object({ value: z.string().nullable(), webhook: z.string().nullable() }),
  exec: async (nango, { name }) => {
    const variables = await nango.getEnvironmentVariables();
    const value = variables?.find((variable) => variable.name === name)?.value ?? null;
    return { value, webhook: await nango.getWebhookURL() };
  },
});
