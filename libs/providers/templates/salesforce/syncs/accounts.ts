import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiAccount {
  Id: string;
  Name: string;
  Website: string | null;
  Industry: string | null;
  IsDeleted: boolean;
  CreatedDate: string;
  SystemModstamp: string;
}

const Account = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  industry: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** `queryAll` sees the recycle bin too, so deletions come with the changes. */
export default createSync({
  description: 'Accounts, with their changes and deletions since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  scopes: ['api', 'refresh_token'],
  models: { Account },
  checkpoint: z.object({ modifiedAfter: z.string() }),
  exec: async (svc) => {
    const checkpoint = await svc.getCheckpoint();
    const changed = checkpoint ? ` WHERE SystemModstamp >= ${checkpoint.modifiedAfter}` : '';
    // https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_queryall.htm
    const pages = svc.paginate<ApiAccount>({
      endpoint: '/services/data/v60.0/queryAll',
      params: {
        q: `SELECT Id, Name, Website, Industry, IsDeleted, CreatedDate, SystemModstamp FROM Account${changed} ORDER BY SystemModstamp`,
      },
      retries: 10,
    });
    for await (const page of pages) {
      await svc.batchSave(page.filter((account) => !account.IsDeleted).map(toAccount), 'Account');
      const gone = page.filter((account) => account.IsDeleted).map(({ Id }) => ({ id: Id }));
      await svc.batchDelete(gone, 'Account');
      const last = page.at(-1);
      if (last) await svc.saveCheckpoint({ modifiedAfter: toSoqlTime(last.SystemModstamp) });
    }
  },
});

/** SOQL takes no `+0000`. */
const toSoqlTime = (time: string): string => new Date(time).toISOString();

const toAccount = (account: ApiAccount): z.infer<typeof Account> => ({
  id: account.Id,
  name: account.Name,
  website: account.Website,
  industry: account.Industry,
  createdAt: account.CreatedDate,
  updatedAt: account.SystemModstamp,
});
