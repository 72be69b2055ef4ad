/**
 * Replays the recorded histories with a bundle of workflows and prints a line of JSON for each: `{ name, error? }`, where
 * `error` is the name of what the replay ended with.
 *   node replay-histories.mjs <bundle of workflows> <folder of histories>
 * It is a process of its own because a replay hooks into every promise of the process that it runs in and never lets go
 * (`v8.promiseHooks`), and fails there on promises without a constructor, such as those of WebCrypto.
 */
import proto from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const { History } = proto.temporal.api.history.v1;
const [codePath, folder] = process.argv.slice(2);

async function* histories() {
  for (const file of await readdir(folder))
    yield { workflowId: path.parse(file).name, history: History.decode(await readFile(path.join(folder, file))) };
}

// Standard output is for the results: what a careless change makes Temporal warn of goes to a logger that says nothing.
Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } },
});
for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath } }, histories()))
  console.log(JSON.stringify({ name: workflowId, error: error?.name }));
