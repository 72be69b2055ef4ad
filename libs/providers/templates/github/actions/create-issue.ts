import { createAction } from '@svc/functions';
import { z } from 'zod';

interface ApiIssue {
  id: number;
  number: number;
  html_url: string;
  state: string;
}

export default createAction({
  description: 'Opens an issue in a GitHub repository',
  version: '1.0.0',
  scopes: ['repo'],
  input: z.object({
    owner: z.string(),
    repo: z.string(),
    title: z.string().min(1),
    body: z.string().optional(),
    labels: z.array(z.string()).optional(),
  }),
  output: z.object({ id: z.string(), number: z.number(), url: z.string(), state: z.string() }),
  exec: async (svc, { owner, repo, ...issue }) => {
    // https://docs.github.com/en/rest/issues/issues#create-an-issue
    const { data } = await svc.post<ApiIssue>({ endpoint: `/repos/${owner}/${repo}/issues`, data: issue });
    return { id: String(data.id), number: data.number, url: data.html_url, state: data.state };
  },
});
