/** What the types of actions and on-event functions take and what they refuse; see types.spec.ts. */
import { z } from 'zod';
import { createAction, createOnEvent } from '../index.js';

const issue = z.object({ id: z.number(), title: z.string() });

export const good = createAction({
  description: 'd',
  version: '1',
  scopes: ['repo'],
  endpoint: { method: 'POST', path: '/issues', group: 'Issues' },
  metadata: z.object({ repository: z.string() }),
  input: z.object({
    title: z.string(),
    labels: z.array(z.string()).optional(),
    size: z.number().default(1),
    due: z.string().transform((text) => new Date(text)),
  }),
  output: issue,
  exec: async (svc, input): Promise<z.infer<typeof issue>> => {
    input.title.toUpperCase();
    input.labels?.map((label) => label.toUpperCase());
    input.size.toFixed();
    input.due.toISOString();
    // @ts-expect-error optional
    input.labels.map((label) => label);
    // @ts-expect-error not in the input
    void input.body;
    (await svc.getMetadata()).repository.toUpperCase();
    // @ts-expect-error not in the metadata
    void (await svc.getMetadata()).project;
    // @ts-expect-error actions save no records
    await svc.batchSave([{ id: 1 }], 'Issue');
    // @ts-expect-error actions have no checkpoint
    await svc.getCheckpoint();
    return { id: 1, title: input.title };
  },
});

export const wrongField = createAction({
  description: 'd',
  input: z.object({ n: z.number() }),
  output: z.object({ text: z.string() }),
  // @ts-expect-error the output's field is text
  exec: async (svc, input) => ({ text: input.n }),
});

export const missingField = createAction({
  description: 'd',
  input: z.void(),
  output: z.object({ text: z.string(), more: z.string() }),
  // @ts-expect-error a field of the output is missing
  exec: () => ({ text: 'a' }),
});

export const nothingReturned = createAction({
  description: 'd',
  input: z.void(),
  output: z.object({ text: z.string() }),
  // @ts-expect-error nothing is returned
  exec: async () => {},
});

export const defaults = createAction({
  description: 'd',
  input: z.object({}),
  output: z.object({ text: z.string().default('x') }),
  exec: () => ({}),
});

export const nothing = createAction({
  description: 'd',
  input: z.void(),
  output: z.void(),
  exec: async (svc, input) => {
    // @ts-expect-error there is no input
    input.toString();
    await svc.log('done');
  },
});

export const lists = createAction({
  description: 'd',
  input: z.array(z.string()),
  output: z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), reason: z.string() })]),
  exec: (svc, input) =>
    input.length > svc.provider.length ? { ok: true as const } : { ok: false as const, reason: 'empty' },
});

// @ts-expect-error no output
export const noOutput = createAction({ description: 'd', input: z.void(), exec: () => undefined });

export const notASchema = createAction({
  description: 'd',
  // @ts-expect-error not a schema
  input: { title: 'string' },
  output: z.void(),
  exec: () => undefined,
});

export const misspelt = createAction({
  description: 'd',
  input: z.void(),
  output: z.void(),
  // @ts-expect-error a sync's field
  frequency: 'every hour',
  exec: () => undefined,
});

export const welcome = createOnEvent({
  description: 'd',
  event: 'post-connection-creation',
  metadata: z.object({ team: z.string() }),
  exec: async (svc) => {
    (await svc.getMetadata()).team.toUpperCase();
    await svc.updateMetadata({ team: 'a' });
    await svc.triggerSync(svc.providerConfigKey, svc.connectionId, 'issues');
    await svc.runAgainAt(new Date());
    await svc.runAgainAt('2030-01-01T00:00:00Z');
    // @ts-expect-error on-event functions save no records
    await svc.batchSave([{ id: 1 }], 'Issue');
  },
});

export const wrongEvent = createOnEvent({
  description: 'd',
  // @ts-expect-error no such event
  event: 'post-connection-deletion',
  exec: () => undefined,
});
