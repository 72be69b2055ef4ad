/** What the types of syncs take and what they refuse. Only the compiler reads this file; see types.spec.ts. */
import * as z from 'zod';
import { createSync } from '../index.js';

export const issues = createSync({
  description: 'Issues',
  frequency: 'every hour',
  version: '1.0.0',
  autoStart: false,
  scopes: ['repo'],
  deletionGuard: 0.5,
  webhookSubscriptions: ['issues.opened'],
  models: {
    Issue: z.object({
      id: z.string(),
      title: z.string(),
      labels: z.array(z.object({ name: z.string() })),
      note: z.string().optional(),
    }),
    User: z.object({ id: z.number() }).loose(),
    Event: z.union([
      z.object({ id: z.string(), opened: z.string() }),
      z.object({ id: z.string(), closed: z.string() }),
    ]),
  },
  metadata: z.object({ repository: z.string() }),
  checkpoint: z.object({ since: z.string(), page: z.number().optional(), done: z.boolean().optional() }),
  exec: async (svc) => {
    await svc.batchSave([{ id: 'a', title: 't', labels: [{ name: 'bug' }] }], 'Issue');
    await svc.batchSave([{ id: 1, login: 'any other field' }], 'User');
    await svc.batchSave([{ id: 'a', closed: 'now' }], 'Event');
    await svc.batchUpdate([{ id: 'a', title: 'new' }], 'Issue');
    await svc.batchDelete([{ id: 'a' }], 'Issue');
    // @ts-expect-error another model
    await svc.batchSave([{ id: 'a', title: 't', labels: [] }], 'Isue');
    // @ts-expect-error a field of another type
    await svc.batchSave([{ id: 'a', title: 5, labels: [] }], 'Issue');
    // @ts-expect-error a field is missing
    await svc.batchSave([{ id: 'a', labels: [] }], 'Issue');
    // @ts-expect-error a field that the model does not have
    await svc.batchSave([{ id: 'a', title: 't', labels: [], stat: 'open' }], 'Issue');
    // @ts-expect-error a nested field of another type
    await svc.batchSave([{ id: 'a', title: 't', labels: [{ name: 1 }] }], 'Issue');
    // @ts-expect-error the record of another model
    await svc.batchSave([{ id: 1 }], 'Issue');
    // @ts-expect-error no list
    await svc.batchSave({ id: 'a', title: 't', labels: [] }, 'Issue');
    // @ts-expect-error neither of a union's forms
    await svc.batchSave([{ id: 'a' }], 'Event');
    // @ts-expect-error no id
    await svc.batchUpdate([{ title: 'new' }], 'Issue');
    // @ts-expect-error a field of another type
    await svc.batchUpdate([{ id: 'a', title: 1 }], 'Issue');
    // @ts-expect-error no id
    await svc.batchDelete([{ title: 't' }], 'Issue');
    // @ts-expect-error another model
    await svc.batchDelete([{ id: 'a' }], 'Label');

    const found = await svc.getRecordsById(['a', 'b'], 'Issue');
    found.get('a')?.title.toUpperCase();
    found.get('a')?._metadata.deleted_at?.toUpperCase();
    (await svc.getRecordsById([1], 'User')).get(1)?.id.toUpperCase();
    (await svc.getRecordsByIds(['a'], 'Issue')).get('a')?.labels[0]?.name.toUpperCase();
    // @ts-expect-error keyed by text here
    found.get(1);
    // @ts-expect-error a field that the model does not have
    void found.get('a')?.body;
    // @ts-expect-error another model
    await svc.getRecordsById(['a'], 'Label');
    for await (const issue of svc.listRecords('Issue', { cursor: 'x' })) issue.title.toUpperCase();
    // @ts-expect-error another model
    svc.listRecords('Label');

    const { repository } = await svc.getMetadata();
    repository.toUpperCase();
    // @ts-expect-error metadata that the schema does not have
    void (await svc.getMetadata()).project;
    (await svc.getMetadata<{ project: string }>()).project.toUpperCase();

    const checkpoint = await svc.getCheckpoint();
    checkpoint?.since.toUpperCase();
    checkpoint?.page?.toFixed();
    // @ts-expect-error null before the first one
    checkpoint.since.toUpperCase();
    // @ts-expect-error a field that the checkpoint does not have
    void checkpoint?.until;
    await svc.saveCheckpoint({ since: 'x' });
    await svc.saveCheckpoint({ since: 'x', page: undefined, done: true });
    // @ts-expect-error another field
    await svc.saveCheckpoint({ until: 'x' });
    // @ts-expect-error a field of another type
    await svc.saveCheckpoint({ since: new Date() });
    // @ts-expect-error a field is missing
    await svc.saveCheckpoint({ page: 1 });
    // @ts-expect-error null is no checkpoint: clear it
    await svc.saveCheckpoint(null);
    await svc.clearCheckpoint();

    await svc.trackDeletesStart('Issue');
    const { deletedKeys, heldDeletions = 0 } = await svc.trackDeletesEnd('Issue');
    deletedKeys.map((id) => id.toUpperCase());
    heldDeletions.toFixed();
    await svc.deleteRecordsFromPreviousExecutions('User');
    // @ts-expect-error another model
    await svc.trackDeletesStart('Label');
    // @ts-expect-error another model
    await svc.trackDeletesEnd('Label');
    await svc.setMergingStrategy({ strategy: 'ignore_if_modified_after' }, 'Issue');
    // @ts-expect-error another strategy
    await svc.setMergingStrategy({ strategy: 'newest' }, 'Issue');

    svc.variant.toUpperCase();
    svc.lastSyncDate?.toISOString();
    // @ts-expect-error undefined at the first run
    svc.lastSyncDate.toISOString();
    // @ts-expect-error not a helper
    await svc.query('select');
  },
  onWebhook: async (svc, payload) => {
    await svc.batchSave([{ id: payload.issue.id, title: payload.issue.title, labels: [] }], 'Issue');
    // @ts-expect-error another model
    await svc.batchSave([{ id: payload.issue.id }], 'Label');
  },
});

/** Models are inferred from transforms, defaults, records and nullable fields as they come out of the schema. */
export const shapes = createSync({
  description: 'Shapes',
  frequency: 'every day',
  models: {
    Row: z.object({
      id: z.string(),
      at: z.string().transform((text) => new Date(text)),
      count: z.number().default(0),
      tags: z.record(z.string(), z.string()),
      parent: z.string().nullable(),
    }),
  },
  exec: async (svc) => {
    await svc.batchSave([{ id: 'a', at: new Date(), count: 1, tags: { a: 'b' }, parent: null }], 'Row');
    // @ts-expect-error the schema gives a date
    await svc.batchSave([{ id: 'a', at: 'today', count: 1, tags: {}, parent: null }], 'Row');
    // @ts-expect-error text or null
    await svc.batchSave([{ id: 'a', at: new Date(), count: 1, tags: {}, parent: undefined }], 'Row');
    // @ts-expect-error values of the record are text
    await svc.batchSave([{ id: 'a', at: new Date(), count: 1, tags: { a: 1 }, parent: null }], 'Row');
    // @ts-expect-error no metadata is declared: its type is named where it is read
    void (await svc.getMetadata()).project;
    const any = await svc.getCheckpoint();
    void any?.['whatever'];
    await svc.saveCheckpoint({ whatever: 'flat' });
    // @ts-expect-error a checkpoint is flat
    await svc.saveCheckpoint({ nested: { a: 1 } });
  },
});

export const noId = createSync({
  description: 'd',
  frequency: 'every hour',
  // @ts-expect-error a record needs an id
  models: { Issue: z.object({ title: z.string() }) },
  exec: () => undefined,
});

export const deepCheckpoint = createSync({
  description: 'd',
  frequency: 'every hour',
  models: { Issue: z.object({ id: z.string() }) },
  // @ts-expect-error a checkpoint is flat
  checkpoint: z.object({ place: z.object({ page: z.number() }) }),
  exec: () => undefined,
});

// @ts-expect-error no models
export const noModels = createSync({ description: 'd', frequency: 'every hour', exec: () => undefined });

// @ts-expect-error no frequency
export const noFrequency = createSync({
  description: 'd',
  models: { A: z.object({ id: z.string() }) },
  exec: () => undefined,
});

export const misspelt = createSync({
  description: 'd',
  frequency: 'every hour',
  models: { Issue: z.object({ id: z.string() }) },
  // @ts-expect-error a field that no definition has
  autostart: true,
  exec: () => undefined,
});

/** The type of a sync's helpers, for functions beside it. */
export type IssueHelpers = Parameters<(typeof issues)['exec']>[0];
export const saveOne = async (svc: IssueHelpers): Promise<void> => {
  await svc.batchSave([{ id: 'a', title: 't', labels: [] }], 'Issue');
  // @ts-expect-error another model
  await svc.batchSave([{ id: 'a' }], 'Label');
};
