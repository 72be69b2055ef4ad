import { ensureDependencies } from './dependencies.mjs';
import { ensureNode } from './node24.mjs';

/** What every script needs before it can do anything: Node 24 and the dependencies. */
export const prepare = async (scriptUrl, progress) => {
  await ensureNode(scriptUrl, progress);
  await ensureDependencies(progress);
};
