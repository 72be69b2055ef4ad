import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiIssue {
  id: string;
  key: string;
  fields: {
    summary: string;
    status: { name: string };
    issuetype: { name: string };
    assignee: { displayName: string } | null;
    created: string;
    updated: string;
  };
}

const Issue = z.object({
  id: z.string(),
  key: z.string(),
  summary: z.string(),
  status: z.string(),
  type: z.string(),
  assignee: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const FIELDS = 'summary,status,issuetype,assignee,created,updated';
/** JQL knows minutes only, and those of the user's time zone: a day's overlap costs little, as unchanged records are recognised. */
const OVERLAP_MS = 24 * 3_600_000;

export default createSync({
  description: 'Issues of the projects that the metadata names, with their changes since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: false,
  scopes: ['read:jira-work'],
  metadata: z.object({ projectKeys: z.array(z.string()).min(1) }),
  models: { Issue },
  checkpoint: z.object({ updatedAfter: z.string() }),
  exec: async (svc) => {
    const { projectKeys } = await svc.getMetadata();
    const checkpoint = await svc.getCheckpoint();
    const started = new Date();
    const projects = `project in (${projectKeys.map((key) => JSON.stringify(key)).join(', ')})`;
    const changed = checkpoint ? ` AND updated >= "${toJql(checkpoint.updatedAfter)}"` : '';
    // https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/
    const pages = svc.paginate<ApiIssue>({
      endpoint: '/rest/api/3/search/jql',
      params: { jql: `${projects}${changed} ORDER BY updated ASC`, fields: FIELDS },
      paginate: {
        type: 'cursor',
        cursor_path_in_response: 'nextPageToken',
        cursor_name_in_request: 'nextPageToken',
        limit_name_in_request: 'maxResults',
        limit: 100,
        response_path: 'issues',
      },
      retries: 10,
    });
    for await (const page of pages) await svc.batchSave(page.map(toIssue), 'Issue');
    await svc.saveCheckpoint({ updatedAfter: started.toISOString() });
  },
});

const toJql = (time: string): string =>
  new Date(Date.parse(time) - OVERLAP_MS).toISOString().slice(0, 16).replace('T', ' ');

const toIssue = ({ id, key, fields }: ApiIssue): z.infer<typeof Issue> => ({
  id,
  key,
  summary: fields.summary,
  status: fields.status.name,
  type: fields.issuetype.name,
  assignee: fields.assignee?.displayName ?? null,
  createdAt: fields.created,
  updatedAt: fields.updated,
});
