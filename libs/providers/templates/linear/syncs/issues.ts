import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiIssue {
  id: string;
  identifier: string;
  title: string;
  description: string | null;
  priority: number;
  url: string;
  state: { name: string };
  assignee: { email: string } | null;
  createdAt: string;
  updatedAt: string;
}

interface ApiAnswer {
  data?: { issues: { nodes: ApiIssue[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } };
  errors?: { message: string }[];
}

const Issue = z.object({
  id: z.string(),
  identifier: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  priority: z.number(),
  url: z.string(),
  state: z.string(),
  assignee: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const QUERY = `query Issues($first: Int!, $after: String, $since: DateTimeOrDuration!) {
  issues(first: $first, after: $after, orderBy: updatedAt, filter: { updatedAt: { gte: $since } }) {
    nodes { id identifier title description priority url state { name } assignee { email } createdAt updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** Linear lists the latest change first. A run that is cut off goes on at its page; the time moves when the pass is whole. */
export default createSync({
  description: 'Issues that changed since the last run',
  version: '1.0.0',
  frequency: 'every 30 minutes',
  scopes: ['read'],
  models: { Issue },
  checkpoint: z.object({ since: z.string(), after: z.string().optional(), started: z.string().optional() }),
  exec: async (svc) => {
    const checkpoint = await svc.getCheckpoint();
    const since = checkpoint?.since ?? new Date(0).toISOString();
    const started = checkpoint?.started ?? new Date().toISOString();
    let after: string | null = checkpoint?.after ?? null;
    for (;;) {
      // https://linear.app/developers/pagination
      const { data: answer }: { data: ApiAnswer } = await svc.post<ApiAnswer>({
        endpoint: '/graphql',
        data: { query: QUERY, variables: { first: 100, after, since } },
        retries: 10,
      });
      if (!answer.data) throw new Error(`Linear refused the query: ${answer.errors?.[0]?.message ?? 'no data'}`);
      const { nodes, pageInfo } = answer.data.issues;
      await svc.batchSave(nodes.map(toIssue), 'Issue');
      if (!pageInfo.hasNextPage || pageInfo.endCursor === null) break;
      after = pageInfo.endCursor;
      await svc.saveCheckpoint({ since, after, started });
    }
    await svc.saveCheckpoint({ since: started });
  },
});

const toIssue = ({ state, assignee, ...issue }: ApiIssue): z.infer<typeof Issue> => ({
  ...issue,
  state: state.name,
  assignee: assignee?.email ?? null,
});
