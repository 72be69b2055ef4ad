import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiContact {
  id: string;
  role: string;
  email: string | null;
  name: string | null;
  phone: string | null;
  created_at: number;
  updated_at: number;
}

interface ApiAnswer {
  data: ApiContact[];
  pages: { next?: { starting_after: string } | null };
}

const Contact = z.object({
  id: z.string(),
  role: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A search, whose paging stands in a part of the body of its own. */
export default createSync({
  description: 'Users and leads that changed since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  models: { Contact },
  checkpoint: z.object({ updatedAfter: z.number() }),
  exec: async (svc) => {
    const updatedAfter = (await svc.getCheckpoint())?.updatedAfter ?? 0;
    let startingAfter: string | undefined;
    do {
      // https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts/searchcontacts
      const { data: answer }: { data: ApiAnswer } = await svc.post<ApiAnswer>({
        endpoint: '/contacts/search',
        data: {
          query: { field: 'updated_at', operator: '>', value: updatedAfter },
          sort: { field: 'updated_at', order: 'ascending' },
          pagination: { per_page: 150, ...(startingAfter && { starting_after: startingAfter }) },
        },
        retries: 10,
      });
      await svc.batchSave(answer.data.map(toContact), 'Contact');
      startingAfter = answer.pages.next?.starting_after;
      const last = answer.data.at(-1);
      // A second earlier: others may have changed within it that are not on this page.
      if (last) await svc.saveCheckpoint({ updatedAfter: last.updated_at - 1 });
    } while (startingAfter);
  },
});

const toContact = ({ created_at: created, updated_at: updated, ...contact }: ApiContact): z.infer<typeof Contact> => ({
  id: contact.id,
  role: contact.role,
  email: contact.email,
  name: contact.name,
  phone: contact.phone,
  createdAt: new Date(created * 1000).toISOString(),
  updatedAt: new Date(updated * 1000).toISOString(),
});
