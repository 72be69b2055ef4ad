/**
 * `npm start`: brings up everything on one machine and keeps it running until Ctrl-C.
 *   --stop-with-stdin   also stops when its standard input ends: with the process that started it
 */
import { DataFolder } from './lib/data-folder.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/prepare.mjs';
import { Progress } from './lib/progress.mjs';
import { readStartSettings } from './lib/start-settings.mjs';
import { Supervisor } from './lib/supervisor.mjs';

const announce = (ready, folder, progress) => {
  const lines = [
    ['API', ready.apiUrl],
    ['Temporal UI', ready.temporalUiUrl ?? 'of your own server'],
    ['Development key', `${ready.secretKey}  (environment ${ready.environment})`],
    ['Logs', folder.file('logs')],
    ['All addresses, keys', folder.file('ready.json')],
  ];
  console.log(`\nThe gateway is ready (${progress.elapsed()}).\n`);
  for (const [label, value] of lines) console.log(`  ${label.padEnd(20)}${value}`);
  console.log('\nCtrl-C stops it; the next start keeps the data.\n');
};

// Whoever reads the output may be gone; that is no reason to leave anything running.
process.stdout.on('error', () => undefined);

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

await runMain(async () => {
  const progress = new Progress();
  const settings = readStartSettings();
  await prepare(import.meta.url, progress);
  // Needs the dependencies, so it cannot be imported before they are there.
  const { bringUpGateway } = await import('./lib/gateway.mjs');
  const folder = new DataFolder(settings.dataDir);
  const supervisor = new Supervisor(folder, (line) => console.log(`${new Date().toISOString()} ${line}`));

  // A terminal and npm may both deliver the same Ctrl-C; all but the first change nothing.
  let stopped;
  const stop = () => (stopped ??= supervisor.stop());
  const interrupted = new Promise((resolve) => {
    const onRequest = () => {
      if (!stopped) console.log('\nStopping …');
      resolve(stop());
    };
    for (const signal of SIGNALS) process.on(signal, onRequest);
    if (process.argv.includes('--stop-with-stdin')) process.stdin.once('end', onRequest).resume();
  });

  try {
    const ready = await Promise.race([bringUpGateway({ settings, folder, supervisor, progress }), interrupted]);
    if (ready) announce(ready, folder, progress);
    await interrupted;
  } catch (error) {
    // What broke because everything was being stopped is no failure.
    if (!stopped) throw error;
  } finally {
    await stop();
    if (folder.isOpen) folder.close();
  }
  console.log('Stopped.');
});
// What an interrupted start still had under way, such as the compiler, must not hold the process.
process.exit();
