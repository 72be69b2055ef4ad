import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiOrder {
  id: number;
  name: string;
  email: string | null;
  financial_status: string | null;
  fulfillment_status: string | null;
  currency: string;
  total_price: string;
  cancelled_at: string | null;
  created_at: string;
  updated_at: string;
}

const Order = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  paymentStatus: z.string().nullable(),
  fulfilmentStatus: z.string().nullable(),
  currency: z.string(),
  total: z.string(),
  cancelledAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Orders by their last change, oldest first. A following page takes its whole query from the link. */
export default createSync({
  description: 'Orders that changed since the last run',
  version: '1.0.0',
  frequency: 'every 30 minutes',
  scopes: ['read_orders'],
  models: { Order },
  checkpoint: z.object({ updatedAfter: z.string() }),
  exec: async (svc) => {
    const checkpoint = await svc.getCheckpoint();
    // https://shopify.dev/docs/api/admin-rest/latest/resources/order
    const pages = svc.paginate<ApiOrder>({
      endpoint: '/admin/api/2025-01/orders.json',
      params: {
        status: 'any',
        order: 'updated_at asc',
        ...(checkpoint && { updated_at_min: checkpoint.updatedAfter }),
      },
      paginate: { response_path: 'orders' },
      retries: 10,
    });
    for await (const page of pages) {
      await svc.batchSave(page.map(toOrder), 'Order');
      const last = page.at(-1);
      if (last) await svc.saveCheckpoint({ updatedAfter: last.updated_at });
    }
  },
});

const toOrder = (order: ApiOrder): z.infer<typeof Order> => ({
  id: String(order.id),
  name: order.name,
  email: order.email,
  paymentStatus: order.financial_status,
  fulfilmentStatus: order.fulfillment_status,
  currency: order.currency,
  total: order.total_price,
  cancelledAt: order.cancelled_at,
  createdAt: order.created_at,
  updatedAt: order.updated_at,
});
