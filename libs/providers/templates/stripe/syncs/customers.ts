import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiCustomer {
  id: string;
  email: string | null;
  name: string | null;
  currency: string | null;
  delinquent: boolean | null;
  created: number;
}

interface ApiAnswer {
  data: ApiCustomer[];
  has_more: boolean;
}

const Customer = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  currency: z.string().nullable(),
  delinquent: z.boolean(),
  createdAt: z.string(),
});

/** Stripe cannot list what changed, so every run is a complete pass; a long one goes on after the last customer. */
export default createSync({
  description: 'All customers',
  version: '1.0.0',
  frequency: 'every 6 hours',
  models: { Customer },
  checkpoint: z.object({ startingAfter: z.string() }),
  deletionGuard: 0.5,
  exec: async (svc) => {
    await svc.trackDeletesStart('Customer');
    let startingAfter = (await svc.getCheckpoint())?.startingAfter;
    for (let more = true; more;) {
      // https://docs.stripe.com/api/customers/list
      const { data: answer } = await svc.get<ApiAnswer>({
        endpoint: '/v1/customers',
        params: { limit: 100, ...(startingAfter && { starting_after: startingAfter }) },
        retries: 10,
      });
      await svc.batchSave(answer.data.map(toCustomer), 'Customer');
      startingAfter = answer.data.at(-1)?.id;
      more = answer.has_more && startingAfter !== undefined;
      if (more && startingAfter) await svc.saveCheckpoint({ startingAfter });
    }
    // Before the end of the tracking: a crash between the two then costs a complete pass and nothing else.
    await svc.clearCheckpoint();
    await svc.trackDeletesEnd('Customer');
  },
});

const toCustomer = (customer: ApiCustomer): z.infer<typeof Customer> => ({
  id: customer.id,
  email: customer.email,
  name: customer.name,
  currency: customer.currency,
  delinquent: customer.delinquent ?? false,
  createdAt: new Date(customer.created * 1000).toISOString(),
});
