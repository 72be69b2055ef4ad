import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiIssue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: string;
  html_url: string;
  user: { login: string } | null;
  labels: { name: string }[];
  created_at: string;
  updated_at: string;
  pull_request?: object;
}

const Issue = z.object({
  id: z.string(),
  number: z.number(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.string(),
  url: z.string(),
  author: z.string().nullable(),
  labels: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** GitHub lists changed issues, oldest change first, so each page moves the checkpoint. Issues cannot be found deleted. */
export default createSync({
  description: 'Issues of one repository, with their changes since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: false,
  scopes: ['repo'],
  metadata: z.object({ owner: z.string(), repo: z.string() }),
  models: { Issue },
  checkpoint: z.object({ updatedAfter: z.string() }),
  exec: async (svc) => {
    const { owner, repo } = await svc.getMetadata();
    const checkpoint = await svc.getCheckpoint();
    // https://docs.github.com/en/rest/issues/issues#list-repository-issues
    const pages = svc.paginate<ApiIssue>({
      endpoint: `/repos/${owner}/${repo}/issues`,
      params: {
        state: 'all',
        sort: 'updated',
        direction: 'asc',
        ...(checkpoint && { since: checkpoint.updatedAfter }),
      },
      retries: 10,
    });
    for await (const page of pages) {
      // The list has pull requests too.
      await svc.batchSave(page.filter((issue) => !issue.pull_request).map(toIssue), 'Issue');
      const last = page.at(-1);
      if (last) await svc.saveCheckpoint({ updatedAfter: last.updated_at });
    }
  },
});

const toIssue = (issue: ApiIssue): z.infer<typeof Issue> => ({
  id: String(issue.id),
  number: issue.number,
  title: issue.title,
  body: issue.body,
  state: issue.state,
  url: issue.html_url,
  author: issue.user?.login ?? null,
  labels: issue.labels.map(({ name }) => name),
  createdAt: issue.created_at,
  updatedAt: issue.updated_at,
});
