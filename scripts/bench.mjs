/** `npm run bench`: sets everything up, then measures; arguments are handed on. */
import { existsSync } from 'node:fs';
import { ensureBuild } from './lib/build-outputs.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { Progress } from './lib/progress.mjs';
import { runVisibly } from './lib/run-command.mjs';
import { temporalBinary } from './lib/temporal-binary.mjs';

await runMain(async () => {
  const progress = new Progress();
  await prepare(import.meta.url, progress);
  await ensureBuild(progress);
  await temporalBinary(progress);
  const entry = ['bench/main.mjs', 'bench/main.ts'].map((file) => inRoot(file)).find((file) => existsSync(file));
  if (!entry) throw new Failure('there is no bench/main.mjs.');
  process.exitCode = await runVisibly(process.execPath, [entry, ...process.argv.slice(2)]);
});
