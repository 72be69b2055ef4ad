import { createSync } from '@svc/functions';
import { z } from 'zod';

interface ApiFile {
  id: string;
  name: string;
  mimeType: string;
  webViewLink?: string;
  size?: string;
  modifiedTime: string;
}

const File = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  url: z.string().nullable(),
  bytes: z.number().nullable(),
  updatedAt: z.string(),
});

export default createSync({
  description: 'Files that the user can see, without their contents',
  version: '1.0.0',
  frequency: 'every 6 hours',
  scopes: ['https://www.googleapis.com/auth/drive.metadata.readonly'],
  models: { File },
  checkpoint: z.object({ pageToken: z.string() }),
  deletionGuard: 0.5,
  exec: async (svc) => {
    await svc.trackDeletesStart('File');
    const checkpoint = await svc.getCheckpoint();
    // https://developers.google.com/workspace/drive/api/reference/rest/v3/files/list
    const pages = svc.paginate<ApiFile>({
      endpoint: '/drive/v3/files',
      params: {
        q: 'trashed = false',
        orderBy: 'createdTime',
        fields: 'nextPageToken, files(id, name, mimeType, webViewLink, size, modifiedTime)',
        ...(checkpoint && { pageToken: checkpoint.pageToken }),
      },
      paginate: {
        on_page: async ({ nextPageParam }) => {
          if (nextPageParam !== undefined) await svc.saveCheckpoint({ pageToken: String(nextPageParam) });
        },
      },
      retries: 10,
    });
    for await (const page of pages) await svc.batchSave(page.map(toFile), 'File');
    // Before the end of the tracking: a crash between the two then costs a complete pass and nothing else.
    await svc.clearCheckpoint();
    await svc.trackDeletesEnd('File');
  },
});

const toFile = (file: ApiFile): z.infer<typeof File> => ({
  id: file.id,
  name: file.name,
  mimeType: file.mimeType,
  url: file.webViewLink ?? null,
  bytes: file.size === undefined ? null : Number(file.size),
  updatedAt: file.modifiedTime,
});
