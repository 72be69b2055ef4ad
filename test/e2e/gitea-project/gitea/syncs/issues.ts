import { createSync } from '@svc/functions';
import { z } from 'zod';
import { issueSchema, repositorySchema, toIssue, type GiteaIssue } from '../issue.js';

const PAGES = { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'limit', limit: 50 } as const;

/**
 * Incremental by `since`. Gitea tells nobody of deleted issues, so when the number of issues is not the expected one, the
 * numbers that still exist are listed and the rest is marked as deleted.
 */
export default createSync({
  description: 'Issues of one repository',
  frequency: 'every hour',
  version: '1.0.0',
  models: { Issue: issueSchema },
  metadata: repositorySchema,
  checkpoint: z.object({ since: z.string(), total: z.number(), highest: z.number() }),
  exec: async (svc) => {
    const { owner, repo } = await svc.getMetadata();
    const endpoint = `/repos/${owner}/${repo}/issues`;
    const before = await svc.getCheckpoint();
    let since = before?.since ?? '';
    let highest = before?.highest ?? 0;
    let pages = 0;
    const params = { state: 'all', type: 'issues', sort: 'oldest', ...(since && { since }) };
    for await (const page of svc.paginate<GiteaIssue>({ endpoint, params, paginate: PAGES, retries: 2 })) {
      pages += 1;
      await svc.batchSave(page.map(toIssue), 'Issue');
      for (const { updated_at, number } of page) {
        if (updated_at > since) since = updated_at;
        highest = Math.max(highest, number);
      }
    }
    const { headers } = await svc.get({ endpoint, params: { state: 'all', type: 'issues', limit: 1 } });
    const total = Number(headers['x-total-count']);
    if (before && total !== before.total) {
      const existing = new Set<number>();
      // Without `paginate` the provider's own way of paging is used.
      for await (const page of svc.paginate<GiteaIssue>({ endpoint, params: { state: 'all', type: 'issues' } })) {
        for (const { number } of page) existing.add(number);
      }
      const gone = Array.from({ length: highest }, (_, index) => index + 1).filter((number) => !existing.has(number));
      await svc.batchDelete(
        gone.map((number) => ({ id: String(number) })),
        'Issue',
      );
    }
    await svc.saveCheckpoint({ since, total, highest });
    await svc.log('Issues synced', { pages, total, incremental: before !== null });
  },
});
