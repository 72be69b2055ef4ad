import { createSync } from 'nango';
import * as z from 'zod';
import { Ticket } from '../../models.js';
import type { HelpdeskTicket } from '../types.js';

const CheckpointSchema = z.object({ updatedAfter: z.string() });

const sync = createSync({
  description: 'Tickets that changed since the last run, by offset',
  version: '2.1.0',
  frequency: 'every 5 minutes',
  autoStart: false,
  checkpoint: CheckpointSchema,
  models: { Ticket: Ticket },
  exec: async (nango) => {
    const checkpoint = await nango.getCheckpoint();
    const started = new Date().toISOString();
    const pages = nango.paginate<HelpdeskTicket>({
      endpoint: '/tickets',
      params: { ...(checkpoint ? { since: checkpoint.updatedAfter } : {}), sort: 'updated' },
      paginate: {
        type: 'offset',
        offset_name_in_request: 'offset',
        response_path: 'data.tickets',
        limit_name_in_request: 'limit',
        limit: 2,
      },
      retries: 10,
    });
    for await (const page of pages) {
      const tickets = page.map(({ id, subject, tags, ...custom }) => ({
        id: `${id}`,
        subject,
        tags: tags ?? [],
        custom,
        url: `https://helpdesk.example.com/${id}`,
      }));
      await nango.batchSave(tickets, 'Ticket');
    }
    await nango.saveCheckpoint({ updatedAfter: started });
  },
});

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
