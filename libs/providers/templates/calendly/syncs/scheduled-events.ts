import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiEvent {
  uri: string;
  name: string;
  status: string;
  start_time: string;
  end_time: string;
  created_at: string;
  updated_at: string;
}

const ScheduledEvent = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  start: z.string(),
  end: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export default createSync({
  description: 'Scheduled events of the user, also cancelled ones',
  version: '1.0.0',
  frequency: 'every hour',
  models: { ScheduledEvent },
  exec: async (svc) => {
    // https://developer.calendly.com/api-docs/005832c83aeae-get-current-user
    const { data: me } = await svc.get<{ resource: { uri: string } }>({ endpoint: '/users/me', retries: 10 });
    await svc.trackDeletesStart('ScheduledEvent');
    // https://developer.calendly.com/api-docs/2d5ed9bbd2952-list-events
    const pages = svc.paginate<ApiEvent>({
      endpoint: '/scheduled_events',
      params: { user: me.resource.uri, sort: 'start_time:asc' },
      retries: 10,
    });
    for await (const page of pages) await svc.batchSave(page.map(toEvent), 'ScheduledEvent');
    await svc.trackDeletesEnd('ScheduledEvent');
  },
});

const toEvent = (event: ApiEvent): z.infer<typeof ScheduledEvent> => ({
  id: event.uri.slice(event.uri.lastIndexOf('/') + 1),
  name: event.name,
  status: event.status,
  start: event.start_time,
  end: event.end_time,
  createdAt: event.created_at,
  updatedAt: event.updated_at,
});
