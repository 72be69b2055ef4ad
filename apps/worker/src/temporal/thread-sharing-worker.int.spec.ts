import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestTemporal, type TestTemporal } from '@svc/testing';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { bundleWorkflows } from '../../../../workflows/test/bundle-workflows.js';
import { quietLogger } from '../../../../workflows/test/quiet-logger.js';
import { ThreadSharingWorker } from './thread-sharing-worker.js';

let temporal: TestTemporal;
let client: Awaited<ReturnType<TestTemporal['client']>>;
let connection: NativeConnection;
let workflowBundle: { code: string };

beforeAll(async () => {
  Runtime.install({ shutdownSignals: [], logger: quietLogger });
  const workflow = path.resolve(import.meta.dirname, '../testing/echo.workflow.ts');
  [temporal, workflowBundle] = await Promise.all([startTestTemporal(), bundleWorkflows(workflow)]);
  client = await temporal.client();
  connection = await NativeConnection.connect({ address: temporal.address });
}, 120_000);

afterAll(async () => {
  await client?.connection.close();
  await connection?.close();
  await temporal?.stop();
});

const startWorker = async (taskQueue: string) => {
  const worker = await ThreadSharingWorker.create({ connection, taskQueue, workflowBundle });
  const ended = worker.run();
  return async () => {
    worker.shutdown();
    await ended;
  };
};
const echoOn = (taskQueue: string) =>
  client.workflow.execute('echo', { taskQueue, workflowId: randomUUID(), args: [taskQueue] });

it('runs the workflows of every queue, of those that are left when one ends, and of those that come after all have', async () => {
  const [stopOne, stopOther] = await Promise.all([startWorker('one'), startWorker('other')]);
  expect(await Promise.all([echoOn('one'), echoOn('other')])).toEqual(['one', 'other']);
  await stopOne();
  expect(await echoOn('other')).toBe('other');
  await stopOther();

  const stopLater = await startWorker('later');
  expect(await echoOn('later')).toBe('later');
  await stopLater();
}, 60_000);
