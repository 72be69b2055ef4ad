/** Workflows with one empty activity on the same Temporal server, by a worker in this process. */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const TASK_QUEUE = 'bench-floor';

/** @returns {Promise<{work: () => Promise<void>, stop: () => Promise<void>}>} `work` runs one to its end. */
export const startFloor = async (address) => {
  Runtime.install({ logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error: console.error } });
  const [native, connection] = await Promise.all([
    NativeConnection.connect({ address }),
    Connection.connect({ address }),
  ]);
  const worker = await Worker.create({
    connection: native,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL('floor-workflow.mjs', import.meta.url)),
    activities: { nothing: async () => undefined },
  });
  const running = worker.run();
  const client = new Client({ connection });
  const work = async () => {
    await client.workflow.execute('floor', { taskQueue: TASK_QUEUE, workflowId: randomUUID() });
  };
  const stop = async () => {
    worker.shutdown();
    await running;
    await Promise.all([connection.close(), native.close()]);
  };
  return { work, stop };
};
