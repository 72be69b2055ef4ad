import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiProject {
  id: number;
  name: string;
  path_with_namespace: string;
  description: string | null;
  visibility: string;
  web_url: string;
  archived: boolean;
  created_at: string;
  last_activity_at: string;
}

const Project = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  description: z.string().nullable(),
  visibility: z.string(),
  url: z.string(),
  archived: z.boolean(),
  createdAt: z.string(),
  lastActivityAt: z.string(),
});

/** A complete pass in the order of ids, so that a long one goes on after the last id, and what is gone is found at its end. */
export default createSync({
  description: 'All projects that the user is a member of',
  version: '1.0.0',
  frequency: 'every 6 hours',
  scopes: ['read_api'],
  models: { Project },
  checkpoint: z.object({ lastId: z.number() }),
  deletionGuard: 0.5,
  exec: async (svc) => {
    await svc.trackDeletesStart('Project');
    const checkpoint = await svc.getCheckpoint();
    // https://docs.gitlab.com/api/projects/#list-all-projects
    const pages = svc.paginate<ApiProject>({
      endpoint: '/projects',
      params: {
        membership: true,
        pagination: 'keyset',
        order_by: 'id',
        sort: 'asc',
        ...(checkpoint && { id_after: checkpoint.lastId }),
      },
      retries: 10,
    });
    for await (const page of pages) {
      await svc.batchSave(page.map(toProject), 'Project');
      const last = page.at(-1);
      if (last) await svc.saveCheckpoint({ lastId: last.id });
    }
    // Before the end of the tracking: a crash between the two then costs a complete pass and nothing else.
    await svc.clearCheckpoint();
    await svc.trackDeletesEnd('Project');
  },
});

const toProject = (project: ApiProject): z.infer<typeof Project> => ({
  id: String(project.id),
  name: project.name,
  path: project.path_with_namespace,
  description: project.description,
  visibility: project.visibility,
  url: project.web_url,
  archived: project.archived,
  createdAt: project.created_at,
  lastActivityAt: project.last_activity_at,
});
