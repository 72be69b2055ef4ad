import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiPage {
  id: string;
  url: string;
  archived: boolean;
  created_time: string;
  last_edited_time: string;
  properties: Record<string, { type: string; title?: { plain_text: string }[] }>;
}

const Page = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Notion lists the latest change first: the checkpoint moves only when a pass has reached what it knew before. */
export default createSync({
  description: 'Pages that were shared with the integration, with their changes since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  models: { Page },
  checkpoint: z.object({ editedAfter: z.string() }),
  exec: async (svc) => {
    const editedAfter = (await svc.getCheckpoint())?.editedAfter ?? '';
    let newest = editedAfter;
    // https://developers.notion.com/reference/post-search
    const pages = svc.paginate<ApiPage>({
      endpoint: '/v1/search',
      method: 'POST',
      data: {
        filter: { property: 'object', value: 'page' },
        sort: { timestamp: 'last_edited_time', direction: 'descending' },
      },
      retries: 10,
    });
    for await (const page of pages) {
      const changed = page.filter(({ last_edited_time: at }) => at >= editedAfter);
      const [kept, archived] = [changed.filter((one) => !one.archived), changed.filter((one) => one.archived)];
      await svc.batchSave(kept.map(toPage), 'Page');
      await svc.batchDelete(archived, 'Page');
      for (const { last_edited_time: at } of changed) if (at > newest) newest = at;
      if (changed.length < page.length) break;
    }
    if (newest !== '') await svc.saveCheckpoint({ editedAfter: newest });
  },
});

const toPage = ({ id, url, properties, ...page }: ApiPage): z.infer<typeof Page> => {
  const title = Object.values(properties).find(({ type }) => type === 'title')?.title ?? [];
  return {
    id,
    title: title.map((part) => part.plain_text).join(''),
    url,
    createdAt: page.created_time,
    updatedAt: page.last_edited_time,
  };
};
