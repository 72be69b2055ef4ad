/** `npm run generate`: writes the files that are made from sources. */
import { ensureBuild } from './lib/build-outputs.mjs';
import { runMain } from './lib/failure.mjs';
import { writeGeneratedFiles } from './lib/generated-files.mjs';
import { prepare } from './lib/prepare.mjs';
import { Progress } from './lib/progress.mjs';

await runMain(async () => {
  const progress = new Progress();
  await prepare(import.meta.url, progress);
  await ensureBuild(progress);
  await progress.step('Writing generated files', writeGeneratedFiles);
});
