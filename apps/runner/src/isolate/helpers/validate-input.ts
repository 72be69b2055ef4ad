import { ActionError, type ZodValidated } from '@svc/functions';
import type { z } from 'zod';
import { toIssues } from '../describe-failure.js';
import type { RunLog } from '../run-log.js';

/** The helper `zodValidateInput`. */
export const createValidateInput =
  (log: RunLog) =>
  async ({ zodSchema, input }: { zodSchema: z.ZodType; input: unknown }): Promise<ZodValidated<unknown>> => {
    const result = await zodSchema.safeParseAsync(input);
    if (result.success) return { success: true, data: result.data };
    const issues = toIssues(result.error);
    for (const { path, message } of issues) log.write('error', `Invalid input: ${[...path, message].join(' ')}`);
    const message = issues.map((issue) => [...issue.path, issue.message].join(' ')).join('; ');
    throw new ActionError({ message: `Invalid input: ${message}`, code: 'invalid_action_input', errors: issues });
  };
