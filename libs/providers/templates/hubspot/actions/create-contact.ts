import { createAction } from '@svc/functions';
import { z } from 'zod';

export default createAction({
  description: 'Creates a contact in HubSpot',
  version: '1.0.0',
  scopes: ['crm.objects.contacts.write'],
  input: z.object({
    email: z.email(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    phone: z.string().optional(),
  }),
  output: z.object({ id: z.string(), createdAt: z.string() }),
  exec: async (svc, { email, firstName, lastName, phone }) => {
    try {
      // https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/basic/post-crm-v3-objects-contacts
      const { data } = await svc.post<{ id: string; createdAt: string }>({
        endpoint: '/crm/v3/objects/contacts',
        data: { properties: { email, firstname: firstName, lastname: lastName, phone } },
      });
      return { id: data.id, createdAt: data.createdAt };
    } catch (error) {
      const isConflict = error instanceof Error && 'status' in error && error.status === 409;
      if (isConflict)
        throw new svc.ActionError({ message: `There is a contact with ${email} already`, code: 'conflict' });
      throw error;
    }
  },
});
