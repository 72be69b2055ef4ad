import { createSync } from 'nango';
import { z } from 'zod';

const Removal = z.object({ id: z.string(), state: z.enum(['open', 'gone']), note: z.string().optional() });

export default createSync({
  description: 'Saves, updates, reads and deletes single records',
  frequency: 'every week',
  autoStart: false,
  models: { Removal },
  checkpoint: z.object({ round: z.number(), done: z.boolean() }),
  exec: async (nango) => {
    await nango.clearCheckpoint();
    const before = await nango.getCheckpoint();
    await nango.batchSave(
      ['a', 'b', 'c'].map((id) => ({ id, state: 'open' as const })),
      'Removal',
    );
    await nango.batchUpdate([{ id: 'a', note: 'seen' }], 'Removal');
    await nango.batchDelete([{ id: 'b' }], 'Removal');
    const known = await nango.getRecordsByIds(['a', 'b', 'none'], 'Removal');
    const ids: string[] = [];
    for await (const record of nango.listRecords('Removal')) ids.push(record.id);
    await nango.batchSave(
      [{ id: 'summary', state: 'gone', note: `${before === null} ${known.size} ${known.get('a')?.note} ${ids.length}` }],
      'Removal',
    );
    await nango.saveCheckpoint({ round: 1, done: true });
  },
});
