import { createOnEvent } from '@svc/functions';
import { followedSchema } from '../followed.js';

/** How often the hook is registered in all: what expires at other providers is renewed in the same way. */
const REGISTRATIONS = 2;

export default createOnEvent({
  description: 'Registers the webhook at Gitea, and once more a moment later',
  event: 'post-connection-creation',
  metadata: followedSchema,
  exec: async (svc) => {
    const { repository, trace, hookId, registrations = 0 } = await svc.getMetadata();
    await svc.uncontrolledFetch({ url: `${trace}/register` });
    const { credentials } = await svc.getIntegration({ include: ['credentials'] });
    const url = await svc.getWebhookURL();
    const { data } = await svc.post<{ id: number }>({
      endpoint: `/repos/${repository}/hooks`,
      data: {
        type: 'gitea',
        active: true,
        events: ['issues', 'issue_comment'],
        config: { url, content_type: 'json', secret: credentials?.['webhook_secret'] },
      },
    });
    if (hookId !== undefined) await svc.delete({ endpoint: `/repos/${repository}/hooks/${hookId}` });
    await svc.updateMetadata({ hookId: data.id, registrations: registrations + 1 });
    if (registrations + 1 < REGISTRATIONS) await svc.runAgainAt(new Date(Date.now() + 1_000));
  },
});
