/** Makes sure that a Temporal server is on this machine, so that it can be fetched or built while something else runs. */
import { runMain } from './lib/failure.mjs';
import { Progress } from './lib/progress.mjs';
import { temporalBinary } from './lib/temporal-binary.mjs';

await runMain(async () => {
  console.log(await temporalBinary(new Progress()));
});
