/**
 * Bundles the workflows once, at build time: `dist/workflow-bundle.js`, which every worker loads. Exits with an error when
 * bundling fails or the bundle has grown beyond what pure workflow code can need (something was imported that should not be).
 */
import { bundleWorkflowCode } from '@temporalio/worker';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const MAX_BYTES = 1_000_000;

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const quiet = { trace() {}, debug() {}, info() {}, log() {}, warn: console.warn, error: console.error };

/**
 * The source map tells files and lines of stack traces; the texts of the files would double the bundle, and every worker's
 * threads keep it in memory.
 */
const withoutSources = (code) => {
  const start = code.lastIndexOf('base64,') + 'base64,'.length;
  const map = JSON.parse(Buffer.from(code.slice(start), 'base64').toString());
  return code.slice(0, start) + Buffer.from(JSON.stringify({ ...map, sourcesContent: undefined })).toString('base64');
};

try {
  const bundle = await bundleWorkflowCode({
    workflowsPath: pathOf('../../../workflows/dist/index.js'),
    logger: quiet,
  });
  const code = withoutSources(bundle.code);
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
