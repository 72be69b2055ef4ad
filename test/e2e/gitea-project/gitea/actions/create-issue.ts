import { createAction } from '@svc/functions';
import { z } from 'zod';
import { issueSchema, repositorySchema, toIssue, type GiteaIssue } from '../issue.js';

export default createAction({
  description: 'Creates an issue',
  version: '1.0.0',
  metadata: repositorySchema,
  input: z.object({ title: z.string().min(1), body: z.string().default('') }),
  output: issueSchema,
  exec: async (svc, input) => {
    if (input.title === 'forbidden')
      throw new svc.ActionError({ message: 'This title is not allowed', title: input.title });
    const { owner, repo } = await svc.getMetadata();
    const { data } = await svc.post<GiteaIssue>({ endpoint: `/repos/${owner}/${repo}/issues`, data: input });
    return toIssue(data);
  },
});
