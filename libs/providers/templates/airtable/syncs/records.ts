import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiRecord {
  id: string;
  createdTime: string;
  fields: Record<string, unknown>;
}

const Row = z.object({ id: z.string(), createdAt: z.string(), fields: z.record(z.string(), z.unknown()) });

/** Airtable's places in a list do not last, so every run is a complete pass in one go. */
export default createSync({
  description: 'Rows of one table',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: false,
  scopes: ['data.records:read'],
  metadata: z.object({ baseId: z.string(), table: z.string() }),
  models: { Row },
  exec: async (svc) => {
    const { baseId, table } = await svc.getMetadata();
    await svc.trackDeletesStart('Row');
    // https://airtable.com/developers/web/api/list-records
    const pages = svc.paginate<ApiRecord>({
      endpoint: `/v0/${baseId}/${encodeURIComponent(table)}`,
      retries: 10,
    });
    for await (const page of pages) {
      await svc.batchSave(
        page.map(({ id, createdTime, fields }) => ({ id, createdAt: createdTime, fields })),
        'Row',
      );
    }
    await svc.trackDeletesEnd('Row');
  },
});
