import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiContact {
  id: string;
  properties: Record<string, string | null>;
  createdAt: string;
  updatedAt: string;
}

const Contact = z.object({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  lifecycleStage: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const PROPERTIES = ['email', 'firstname', 'lastname', 'company', 'phone', 'lifecyclestage', 'lastmodifieddate'];
/** Most results that one search can be paged through. */
const MAX_RESULTS = 10_000;
const PAGE = 200;

/** A search for what changed, oldest change first; it begins again at the last change before it reaches the search's limit. */
export default createSync({
  description: 'Contacts that changed since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  scopes: ['crm.objects.contacts.read'],
  models: { Contact },
  checkpoint: z.object({ updatedAfter: z.string() }),
  exec: async (svc) => {
    let updatedAfter = (await svc.getCheckpoint())?.updatedAfter ?? new Date(0).toISOString();
    for (let full = true; full;) {
      const from = updatedAfter;
      let seen = 0;
      // https://developers.hubspot.com/docs/api-reference/search/guide
      const pages = svc.paginate<ApiContact>({
        endpoint: '/crm/v3/objects/contacts/search',
        method: 'POST',
        data: {
          properties: PROPERTIES,
          sorts: [{ propertyName: 'lastmodifieddate', direction: 'ASCENDING' }],
          filterGroups: [{ filters: [{ propertyName: 'lastmodifieddate', operator: 'GTE', value: from }] }],
        },
        paginate: { limit: PAGE },
        retries: 10,
      });
      for await (const page of pages) {
        await svc.batchSave(page.map(toContact), 'Contact');
        updatedAfter = page.at(-1)?.updatedAt ?? updatedAfter;
        await svc.saveCheckpoint({ updatedAfter });
        seen += page.length;
        if (seen + PAGE > MAX_RESULTS) break;
      }
      full = seen + PAGE > MAX_RESULTS && updatedAfter !== from;
    }
  },
});

const toContact = ({ id, properties, createdAt, updatedAt }: ApiContact): z.infer<typeof Contact> => ({
  id,
  email: properties['email'] ?? null,
  firstName: properties['firstname'] ?? null,
  lastName: properties['lastname'] ?? null,
  company: properties['company'] ?? null,
  phone: properties['phone'] ?? null,
  lifecycleStage: properties['lifecyclestage'] ?? null,
  createdAt,
  updatedAt,
});
