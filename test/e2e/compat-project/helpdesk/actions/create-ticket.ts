import { createAction } from 'nango';
import * as z from 'zod';
import type { ActionErrorResponse } from '../../models.js';
import { Ticket } from '../../models.js';
import type { HelpdeskTicket } from '../types.js';

const InputSchema = z.object({
  subject: z.string().min(1),
  tags: z.array(z.string()).optional(),
  priority: z.enum(['low', 'normal', 'high']).default('normal'),
});

const action = createAction({
  description: 'Creates a ticket',
  version: '3.0.0',
  endpoint: { method: 'POST', path: '/helpdesk/tickets', group: 'Tickets' },
  input: InputSchema,
  output: Ticket,
  scopes: ['tickets:write'],
  exec: async (nango, input): Promise<z.infer<typeof Ticket>> => {
    const parsed = await nango.zodValidateInput({ zodSchema: InputSchema, input });
    const { data } = await nango.post<HelpdeskTicket>({
      endpoint: '/tickets',
      data: { ...parsed.data, source: nango.providerConfigKey },
      headers: { 'X-Idempotency': 'one' },
      retries: 3,
    });
    if (!data.id) {
      throw new nango.ActionError<ActionErrorResponse>({ message: 'The ticket was not created', code: 17 });
    }
    return { id: String(data.id), subject: data.subject, tags: data.tags ?? [], custom: { priority: data['priority'] } };
  },
});

export type NangoActionLocal = Parameters<(typeof action)['exec']>[0];
export default action;
