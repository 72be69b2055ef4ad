/**
 * Bundles the workflows once, at build time: `dist/workflow-bundle.js`, which every worker loads. Exits with an error when
 * bundling fails or the bundle has grown beyond what pure workflow code can need (something was imported that should not be).
 */
import { bundleWorkflowCode } from '@temporalio/worker';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const MAX_BYTES = 2_000_000;

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const quiet = { trace() {}, debug() {}, info() {}, log() {}, warn: console.warn, error: console.error };

try {
  const { code } = await bundleWorkflowCode({
    workflowsPath: pathOf('../../../workflows/dist/index.js'),
    logger: quiet,
  });
  const bytes = Buffer.byteLength(code);
  if (bytes > MAX_BYTES)
    throw new Error(`The workflow bundle has ${bytes} bytes, more than ${MAX_BYTES}: find out what it imports.`);
  await mkdir(pathOf('../dist'), { recursive: true });
  await writeFile(pathOf('../dist/workflow-bundle.js'), code);
  console.log(`workflow bundle: ${Math.round(bytes / 1024)} KiB`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
