import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiEvent {
  id: string;
  status: string;
  summary?: string;
  description?: string;
  htmlLink?: string;
  start?: { date?: string; dateTime?: string };
  end?: { date?: string; dateTime?: string };
  attendees?: { email: string }[];
  updated?: string;
}

interface ApiAnswer {
  items: ApiEvent[];
  nextPageToken?: string;
  nextSyncToken?: string;
}

const Event = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  url: z.string().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  attendees: z.array(z.string()),
  updatedAt: z.string().nullable(),
});

/** Google hands out a token for "what changed since"; deleted events come as cancelled ones. */
export default createSync({
  description: "Events of the user's primary calendar",
  version: '1.0.0',
  frequency: 'every 15 minutes',
  scopes: ['https://www.googleapis.com/auth/calendar.readonly'],
  models: { Event },
  checkpoint: z.object({ syncToken: z.string() }),
  exec: async (svc) => {
    const syncToken = (await svc.getCheckpoint())?.syncToken;
    if (!syncToken) await svc.trackDeletesStart('Event');
    let pageToken: string | undefined;
    do {
      // https://developers.google.com/workspace/calendar/api/guides/sync
      const answer: ApiAnswer | undefined = await svc
        .get<ApiAnswer>({
          endpoint: '/calendar/v3/calendars/primary/events',
          params: { maxResults: 2500, ...(syncToken && { syncToken }), ...(pageToken && { pageToken }) },
          retries: 10,
        })
        .then(({ data }) => data)
        .catch(forgottenToken);
      if (!answer) {
        await svc.log('Google has forgotten the sync token: the next run reads everything.', { level: 'warn' });
        await svc.clearCheckpoint();
        return;
      }
      const gone = answer.items.filter(({ status }) => status === 'cancelled');
      const present = answer.items.filter(({ status }) => status !== 'cancelled');
      await svc.batchSave(present.map(toEvent), 'Event');
      await svc.batchDelete(gone, 'Event');
      pageToken = answer.nextPageToken;
      if (answer.nextSyncToken) {
        if (!syncToken) await svc.trackDeletesEnd('Event');
        await svc.saveCheckpoint({ syncToken: answer.nextSyncToken });
      }
    } while (pageToken);
  },
});

/** Status 410 means that the token is too old. */
const forgottenToken = (error: unknown): undefined => {
  if (error instanceof Error && 'status' in error && error.status === 410) return undefined;
  throw error;
};

const toEvent = (event: ApiEvent): z.infer<typeof Event> => ({
  id: event.id,
  title: event.summary ?? '',
  description: event.description ?? null,
  url: event.htmlLink ?? null,
  start: event.start?.dateTime ?? event.start?.date ?? null,
  end: event.end?.dateTime ?? event.end?.date ?? null,
  attendees: (event.attendees ?? []).map(({ email }) => email),
  updatedAt: event.updated ?? null,
});
