import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiTicket {
  id: number;
  subject: string | null;
  status: string;
  priority: string | null;
  requester_id: number;
  assignee_id: number | null;
  tags: string[];
  created_at: string;
  updated_at: string;
}

interface ApiAnswer {
  tickets: ApiTicket[];
  after_cursor: string | null;
  end_of_stream: boolean;
}

const Ticket = z.object({
  id: z.string(),
  subject: z.string().nullable(),
  status: z.string(),
  priority: z.string().nullable(),
  requesterId: z.string(),
  assigneeId: z.string().nullable(),
  tags: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Zendesk's stream of changes: its cursor is the checkpoint, and deleted tickets come along. */
export default createSync({
  description: 'Tickets, with their changes and deletions since the last run',
  version: '1.0.0',
  frequency: 'every 15 minutes',
  scopes: ['tickets:read'],
  models: { Ticket },
  checkpoint: z.object({ cursor: z.string() }),
  exec: async (svc) => {
    let cursor = (await svc.getCheckpoint())?.cursor;
    for (let more = true; more;) {
      // https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/
      const { data: answer } = await svc.get<ApiAnswer>({
        endpoint: '/api/v2/incremental/tickets/cursor.json',
        params: cursor ? { cursor } : { start_time: 0 },
        retries: 10,
      });
      const gone = answer.tickets.filter(({ status }) => status === 'deleted');
      const present = answer.tickets.filter(({ status }) => status !== 'deleted');
      await svc.batchSave(present.map(toTicket), 'Ticket');
      await svc.batchDelete(gone, 'Ticket');
      cursor = answer.after_cursor ?? cursor;
      if (cursor) await svc.saveCheckpoint({ cursor });
      more = !answer.end_of_stream;
    }
  },
});

const toTicket = (ticket: ApiTicket): z.infer<typeof Ticket> => ({
  id: String(ticket.id),
  subject: ticket.subject,
  status: ticket.status,
  priority: ticket.priority,
  requesterId: String(ticket.requester_id),
  assigneeId: ticket.assignee_id === null ? null : String(ticket.assignee_id),
  tags: ticket.tags,
  createdAt: ticket.created_at,
  updatedAt: ticket.updated_at,
});
