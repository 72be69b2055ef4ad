/** `npm run build`: compiles everything, also when nothing seems to have changed. */
import { ensureBuild } from './lib/build-outputs.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/prepare.mjs';
import { Progress } from './lib/progress.mjs';

await runMain(async () => {
  const progress = new Progress();
  await prepare(import.meta.url, progress);
  await ensureBuild(progress, { force: true });
});
