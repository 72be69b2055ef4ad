import { createSync } from '@svc/functions';
import { z } from 'zod';
import { followedSchema } from '../followed.js';

const payloadSchema = z.object({
  action: z.string(),
  issue: z.object({ number: z.number(), title: z.string(), state: z.string() }),
});

export default createSync({
  description: 'Issues, as webhooks tell of them',
  frequency: 'every day',
  version: '1.0.0',
  models: { Issue: z.object({ id: z.string(), title: z.string(), state: z.string() }) },
  metadata: followedSchema,
  webhookSubscriptions: ['issues'],
  exec: async (svc) => svc.log('Webhooks tell of everything.'),
  onWebhook: async (svc, payload) => {
    const { issue } = payloadSchema.parse(payload);
    await svc.batchSave([{ id: String(issue.number), title: issue.title, state: issue.state }], 'Issue');
  },
});
