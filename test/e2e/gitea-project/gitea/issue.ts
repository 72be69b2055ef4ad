import { z } from 'zod';

/** An issue as Gitea answers it, as far as this project uses it. */
export interface GiteaIssue {
  number: number;
  title: string;
  body: string;
  state: string;
  labels: { name: string }[];
  updated_at: string;
}

export const issueSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  state: z.string(),
  labels: z.array(z.string()),
  updatedAt: z.string(),
});

export type Issue = z.infer<typeof issueSchema>;

export const toIssue = (issue: GiteaIssue): Issue => ({
  id: String(issue.number),
  title: issue.title,
  body: issue.body,
  state: issue.state,
  labels: issue.labels.map(({ name }) => name),
  updatedAt: issue.updated_at,
});

export const repositorySchema = z.object({ owner: z.string(), repo: z.string() });
