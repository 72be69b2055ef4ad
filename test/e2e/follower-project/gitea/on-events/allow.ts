import { createOnEvent } from '@svc/functions';
import { followedSchema } from '../followed.js';

export default createOnEvent({
  description: 'Takes repositories of acme only',
  event: 'validate-connection',
  metadata: followedSchema,
  exec: async (svc) => {
    const { repository, trace } = await svc.getMetadata();
    await svc.uncontrolledFetch({ url: `${trace}/validate` });
    const { data } = await svc.get<{ full_name: string }>({ endpoint: `/repos/${repository}` });
    if (data.full_name !== 'acme/storefront') throw new svc.ActionError({ message: 'This repository is not followed.' });
  },
});
