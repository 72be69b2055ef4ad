import { rmSync } from 'node:fs';

export default async () => {
  const run = globalThis.gatewayTestRun;
  if (!run) return;
  globalThis.gatewayTestRun = undefined;
  await run.postgres?.stop();
  rmSync(run.folder, { recursive: true, force: true });
};
