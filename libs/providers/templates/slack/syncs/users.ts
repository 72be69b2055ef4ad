import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiUser {
  id: string;
  name: string;
  deleted: boolean;
  is_bot: boolean;
  tz?: string;
  profile: { real_name?: string; email?: string; title?: string; image_192?: string };
}

interface ApiAnswer {
  ok: boolean;
  error?: string;
  members?: ApiUser[];
  response_metadata?: { next_cursor?: string };
}

const User = z.object({
  id: z.string(),
  name: z.string(),
  realName: z.string().nullable(),
  email: z.string().nullable(),
  title: z.string().nullable(),
  timeZone: z.string().nullable(),
  image: z.string().nullable(),
  isBot: z.boolean(),
});

/** Slack answers errors with status 200, so each page is looked at before it is taken. */
export default createSync({
  description: 'Members of the workspace',
  version: '1.0.0',
  frequency: 'every 6 hours',
  scopes: ['users:read', 'users:read.email'],
  models: { User },
  checkpoint: z.object({ cursor: z.string() }),
  exec: async (svc) => {
    await svc.trackDeletesStart('User');
    let cursor = (await svc.getCheckpoint())?.cursor;
    do {
      // https://docs.slack.dev/reference/methods/users.list
      const { data } = await svc.get<ApiAnswer>({
        endpoint: '/users.list',
        params: { limit: 200, ...(cursor && { cursor }) },
        retries: 10,
      });
      if (!data.ok || !data.members) throw new Error(`Slack refused users.list: ${data.error ?? 'no members'}`);
      // A deactivated member is gone for us.
      await svc.batchSave(data.members.filter(({ deleted }) => !deleted).map(toUser), 'User');
      cursor = data.response_metadata?.next_cursor;
      if (cursor) await svc.saveCheckpoint({ cursor });
    } while (cursor);
    // Before the end of the tracking: a crash between the two then costs a complete pass and nothing else.
    await svc.clearCheckpoint();
    await svc.trackDeletesEnd('User');
  },
});

const toUser = ({ id, name, is_bot: isBot, tz, profile }: ApiUser): z.infer<typeof User> => ({
  id,
  name,
  realName: profile.real_name ?? null,
  email: profile.email ?? null,
  title: profile.title || null,
  timeZone: tz ?? null,
  image: profile.image_192 ?? null,
  isBot,
});
