/** Idioms of functions that were written for the reference product: they compile as they are; see types.spec.ts. */
import * as z from 'zod';
import * as z3 from 'zod/v3';
import {
  createAction,
  createOnEvent,
  createSync,
  type NangoAction,
  type NangoSync,
  type ProxyConfiguration,
} from '../index.js';

const contact = z.object({ id: z.string(), email: z.string() }).passthrough();

const sync = createSync({
  description: 'd',
  version: '1.0.0',
  frequency: 'every half hour',
  autoStart: true,
  syncType: 'full',
  trackDeletes: true,
  endpoints: [{ method: 'GET', path: '/contacts', group: 'Contacts' }],
  models: { Contact: contact },
  metadata: z.object({}),
  exec: async (nango) => {
    await each(nango, async (page) => {
      await nango.batchSave(page.map(toContact), 'Contact');
    });
    await one(nango);
    await fetchEverything(nango);
  },
});
export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;

const fetchEverything = async (nango: NangoSyncLocal): Promise<void> => {
  await nango.batchSave([{ id: 'a', email: 'b', more: true }], 'Contact');
};

/** Shared by syncs and actions. */
const each = async (nango: NangoSync, take: (page: { id: number; mail: string }[]) => Promise<void>): Promise<void> => {
  const config: ProxyConfiguration = { endpoint: '/contacts', retries: 10, paginate: { type: 'link', limit: 100 } };
  for await (const page of nango.paginate<{ id: number; mail: string }>(config)) await take(page);
  await nango.batchSave([{ id: 'a', anything: 1 }], 'Contact');
  const metadata = await nango.getMetadata();
  void metadata.anything;
  await nango.saveCheckpoint({ anything: 1 });
};

const one = async (nango: NangoSync | NangoAction): Promise<string> => {
  const { data } = await nango.get({ endpoint: '/me', retries: 3 });
  if (!data) throw new nango.ActionError({ message: 'nobody' });
  return data.id;
};

const toContact = ({ id, mail }: { id: number; mail: string }): z.infer<typeof contact> => ({
  id: `${id}`,
  email: mail,
});

export const action = createAction({
  description: 'd',
  version: '2.0.1',
  endpoint: { path: '/contacts/me', method: 'GET' },
  input: z.object({ email: z.string().email() }),
  output: contact,
  scopes: ['contacts.read'],
  exec: async (nango, input): Promise<z.infer<typeof contact>> => {
    const parsed = await nango.zodValidateInput({ zodSchema: contact.partial(), input });
    return { id: await one(nango), email: parsed.data.email ?? input.email };
  },
});
export type NangoActionLocal = Parameters<(typeof action)['exec']>[0];
export const beside = async (nango: NangoActionLocal): Promise<string> => await one(nango);

export const event = createOnEvent({
  description: 'd',
  event: 'pre-connection-deletion',
  metadata: z.void(),
  exec: async (nango) => {
    await one(nango);
  },
});

/** Schemas of zod 3. */
export const older = createSync({
  description: 'd',
  frequency: 'every day',
  models: { Row: z3.object({ id: z3.string(), count: z3.number().default(0) }) },
  checkpoint: z3.object({ since: z3.string() }),
  exec: async (nango) => {
    await nango.batchSave([{ id: 'a', count: 1 }], 'Row');
    (await nango.getCheckpoint())?.since.toUpperCase();
    // @ts-expect-error a field of another type
    await nango.batchSave([{ id: 1, count: 1 }], 'Row');
  },
});

export const olderAction = createAction({
  description: 'd',
  input: z3.object({ n: z3.number() }),
  output: z3.object({ n: z3.number() }),
  exec: async (nango, input) => {
    await nango.log(input.n);
    return { n: input.n + 1 };
  },
});
