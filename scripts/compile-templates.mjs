/**
 * Compiles the ready-made functions of `libs/providers/templates`, a project as users have them, to what a deploy sends. Runs
 * after the compiler, as a part of the build of `libs/providers`; types and recordings are checked by the tests.
 */
import { flowConfigSchema } from '../libs/contracts/dist/index.js';
import { toFlows } from '../libs/compile/dist/index.js';
import { bundleFunction } from '../apps/cli/dist/compile/bundle-function.js';
import { describeBundle } from '../apps/cli/dist/compile/describe-bundle.js';
import { discoverFunctions } from '../apps/cli/dist/compile/discover-functions.js';

const fail = (diagnostics) => {
  const lines = diagnostics.map(({ file, line, message }) => `${file}:${line ?? 1} ${message}`);
  throw new Error(`Templates do not compile:\n${lines.join('\n')}`);
};

const summaryOf = ({ type, syncName, metadata, input, models, models_json_schema: schemas, ...flow }) => ({
  type,
  name: syncName,
  ...(metadata.description && { description: metadata.description }),
  ...(metadata.scopes.length > 0 && { scopes: metadata.scopes }),
  ...(input && { input }),
  returns: models,
  json_schema: Object.keys(schemas.definitions).length > 0 ? schemas : null,
  ...(type === 'sync' && { runs: flow.runs, auto_start: flow.auto_start, track_deletes: flow.track_deletes }),
});

/** The templates of a project by provider: its folders are named after providers. */
export const compileTemplates = async (root) => {
  const project = { root };
  const { functions, diagnostics } = await discoverFunctions(project);
  if (diagnostics.length > 0) fail(diagnostics);
  const templates = {};
  for (const entry of functions) {
    const bundled = await bundleFunction(project, entry);
    if (!('js' in bundled)) fail(bundled);
    const descriptor = describeBundle(bundled);
    if ('severity' in descriptor) fail([descriptor]);
    const [flow] = toFlows({ ...bundled, descriptor });
    if (!flow) throw new Error(`${entry.file} is neither a sync nor an action.`);
    templates[entry.integration] ??= [];
    templates[entry.integration].push({
      summary: summaryOf(flow),
      code: bundled.ts,
      flow: flowConfigSchema.parse(flow),
    });
  }
  return templates;
};
