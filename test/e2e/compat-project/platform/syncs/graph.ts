import { createSync } from 'nango';
import * as z from 'zod';

const QUERY = `query ($after: String) { issues(after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } } }`;

interface Answer {
  data: { issues: { nodes: { id: string; title: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
}

export default createSync({
  description: 'Pages of a GraphQL query',
  frequency: 'every 1 hour',
  autoStart: false,
  checkpoint: z.object({ cursor: z.string().optional() }),
  models: { GraphIssue: z.object({ id: z.string(), title: z.string() }) },
  exec: async (nango) => {
    let cursor = (await nango.getCheckpoint())?.cursor;
    for (;;) {
      const response = await nango.post<Answer>({
        endpoint: '/graphql',
        data: { query: QUERY, variables: { after: cursor ?? null } },
        retries: 10,
      });
      const { nodes, pageInfo } = response.data.data.issues;
      await nango.batchSave(nodes, 'GraphIssue');
      if (!pageInfo.hasNextPage) break;
      cursor = pageInfo.endCursor;
      await nango.saveCheckpoint({ cursor });
    }
    await nango.clearCheckpoint();
  },
});
