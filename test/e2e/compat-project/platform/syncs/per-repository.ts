import { createSync } from 'nango';
import type { ProxyConfiguration } from 'nango';
import * as z from 'zod';

const Metadata = z.object({ repositories: z.array(z.object({ owner: z.string(), name: z.string() })).default([]) });
const Commit = z.object({ id: z.string(), message: z.string(), author: z.string().optional() });

const sync = createSync({
  description: 'Commits of the repositories that the metadata names',
  version: '1.0.0',
  frequency: 'every 15 min',
  autoStart: false,
  models: { Commit },
  metadata: Metadata,
  exec: async (nango) => {
    const metadata = await nango.getMetadata();
    if (!metadata?.repositories?.length) {
      await nango.log('Nothing to do', { level: 'warn' });
      return;
    }
    for (const repository of metadata.repositories) await syncRepository(nango, repository);
  },
});

async function syncRepository(nango: NangoSyncLocal, { owner, name }: { owner: string; name: string }): Promise<void> {
  const config: ProxyConfiguration = {
    endpoint: `/repositories/${owner}/${name}/commits`,
    paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: 100 },
    retries: 10,
  };
  for await (const commits of nango.paginate<{ sha: string; commit: { message: string; author?: { name: string } } }>(
    config,
  )) {
    await nango.batchSave(
      commits.map(({ sha, commit }) => ({ id: sha, message: commit.message, author: commit.author?.name })),
      'Commit',
    );
  }
}

export type NangoSyncLocal = Parameters<(typeof sync)['exec']>[0];
export default sync;
