import { createOnEvent } from '@svc/functions';
import { followedSchema } from '../followed.js';

export default createOnEvent({
  description: 'Removes the webhook at Gitea',
  event: 'pre-connection-deletion',
  metadata: followedSchema,
  exec: async (svc) => {
    const { repository, trace, hookId } = await svc.getMetadata();
    await svc.uncontrolledFetch({ url: `${trace}/deregister` });
    await svc.delete({ endpoint: `/repos/${repository}/hooks/${hookId}` });
  },
});
