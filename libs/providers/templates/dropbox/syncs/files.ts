import { createSync } from '@svc/functions';
import { createHash } from 'node:crypto';
import { z } from 'zod';

interface ApiEntry {
  '.tag': 'file' | 'folder' | 'deleted';
  name: string;
  path_lower: string;
  path_display: string;
  size?: number;
  server_modified?: string;
  content_hash?: string;
}

interface ApiAnswer {
  entries: ApiEntry[];
  cursor: string;
  has_more: boolean;
}

const File = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  bytes: z.number(),
  contentHash: z.string().nullable(),
  updatedAt: z.string().nullable(),
});

/**
 * Dropbox's cursor is both the place in the list and the place in the changes. Deletions name a path only, so the path is the
 * record's id; it may be longer than an id may be, so it is hashed there.
 */
const sync = createSync({
  description: 'Files, with their changes and deletions since the last run',
  version: '1.0.0',
  frequency: 'every hour',
  scopes: ['files.metadata.read'],
  models: { File },
  checkpoint: z.object({ cursor: z.string() }),
  exec: async (svc) => {
    let cursor = (await svc.getCheckpoint())?.cursor;
    for (let more = true; more;) {
      // https://www.dropbox.com/developers/documentation/http/documentation#files-list_folder
      const { data: answer }: { data: ApiAnswer } = cursor
        ? await svc.post<ApiAnswer>({ endpoint: '/2/files/list_folder/continue', data: { cursor }, retries: 10 })
        : await svc.post<ApiAnswer>({
            endpoint: '/2/files/list_folder',
            data: { path: '', recursive: true, limit: 2000 },
            retries: 10,
          });
      const gone = answer.entries.filter((entry) => entry['.tag'] === 'deleted').map(({ path_lower: path }) => path);
      const files = answer.entries.filter((entry) => entry['.tag'] === 'file');
      if (gone.length > 0) await svc.batchDelete(await recordsBelow(svc, gone), 'File');
      await svc.batchSave(files.map(toFile), 'File');
      cursor = answer.cursor;
      await svc.saveCheckpoint({ cursor });
      more = answer.has_more;
    }
  },
});

export default sync;

/** A folder's deletion is told by its own path alone and means all that was in it. */
const recordsBelow = async (
  svc: Parameters<(typeof sync)['exec']>[0],
  paths: readonly string[],
): Promise<{ id: string }[]> => {
  const found: { id: string }[] = [];
  for await (const { id, path, _metadata } of svc.listRecords('File')) {
    const lower = path.toLowerCase();
    const isBelow = paths.some((gone) => lower === gone || lower.startsWith(`${gone}/`));
    if (isBelow && !_metadata.deleted) found.push({ id });
  }
  return found;
};

const idOf = ({ path_lower: path }: ApiEntry): string => createHash('sha256').update(path).digest('hex');

const toFile = (entry: ApiEntry): z.infer<typeof File> => ({
  id: idOf(entry),
  name: entry.name,
  path: entry.path_display,
  bytes: entry.size ?? 0,
  contentHash: entry.content_hash ?? null,
  updatedAt: entry.server_modified ?? null,
});
