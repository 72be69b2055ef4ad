import { createSync } from 'nango';
import * as z from 'zod';
import { Ticket } from '../../models.js';

const sync = createSync({
  description: 'Tickets from webhooks, and all of them once a day',
  frequency: 'every 24 hours',
  autoStart: false,
  webhookSubscriptions: ['ticket.created', 'ticket.deleted'],
  models: { LiveTicket: Ticket },
  metadata: z.object({ teams: z.array(z.string()).optional() }),
  exec: async (nango) => {
    const { teams = [] } = await nango.getMetadata();
    for (const team of teams) {
      const { data } = await nango.get({ endpoint: `/teams/${encodeURIComponent(team)}/tickets`, retries: 5 });
      await nango.batchSave(data.tickets, 'LiveTicket');
    }
  },
  onWebhook: async (nango, payload) => {
    if (payload.type === 'ticket.deleted') {
      await nango.batchDelete([{ id: String(payload.ticket.id) }], 'LiveTicket');
      return;
    }
    await nango.batchSave([{ tags: [], custom: {}, ...payload.ticket, id: String(payload.ticket.id) }], 'LiveTicket');
  },
});

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
