import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiTask {
  gid: string;
  name: string;
  notes: string;
  completed: boolean;
  due_on: string | null;
  assignee: { gid: string } | null;
  permalink_url: string;
  created_at: string;
  modified_at: string;
}

const Task = z.object({
  id: z.string(),
  name: z.string(),
  notes: z.string(),
  completed: z.boolean(),
  dueOn: z.string().nullable(),
  assigneeId: z.string().nullable(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const FIELDS = 'name,notes,completed,due_on,assignee.gid,permalink_url,created_at,modified_at';

export default createSync({
  description: 'Tasks of the projects that the metadata names, with their changes since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: false,
  metadata: z.object({ projectIds: z.array(z.string()).min(1) }),
  models: { Task },
  checkpoint: z.object({ modifiedSince: z.string() }),
  exec: async (svc) => {
    const { projectIds } = await svc.getMetadata();
    const checkpoint = await svc.getCheckpoint();
    const started = new Date().toISOString();
    for (const project of projectIds) {
      // https://developers.asana.com/reference/gettasks
      const pages = svc.paginate<ApiTask>({
        endpoint: '/api/1.0/tasks',
        params: {
          project,
          opt_fields: FIELDS,
          ...(checkpoint && { modified_since: checkpoint.modifiedSince }),
        },
        retries: 10,
      });
      for await (const page of pages) await svc.batchSave(page.map(toTask), 'Task');
    }
    await svc.saveCheckpoint({ modifiedSince: started });
  },
});

const toTask = (task: ApiTask): z.infer<typeof Task> => ({
  id: task.gid,
  name: task.name,
  notes: task.notes,
  completed: task.completed,
  dueOn: task.due_on,
  assigneeId: task.assignee?.gid ?? null,
  url: task.permalink_url,
  createdAt: task.created_at,
  updatedAt: task.modified_at,
});
