import { bundleWorkflowCode } from '@temporalio/worker';
import path from 'node:path';
import { quietLogger } from './quiet-logger.js';

const SOURCES = path.resolve(import.meta.dirname, '../src/index.ts');

/** Bundles workflows from their TypeScript sources, as the build does from what the compiler made of them. */
export async function bundleWorkflows(workflowsPath = SOURCES): Promise<{ code: string }> {
  return await bundleWorkflowCode({
    workflowsPath,
    logger: quietLogger,
    webpackConfigHook: (config) => ({
      ...config,
      resolve: {
        ...config.resolve,
        conditionNames: ['@svc/source', 'import', 'default'],
        extensionAlias: { '.js': ['.ts', '.js'] },
      },
    }),
  });
}
