/**
 * `npm test`: sets everything up, then runs unit, integration and end-to-end tests.
 *   --soak     the long-running tests too
 *   <path>...  only the tests whose path matches; anything else is handed to Jest
 */
import { ensureBuild } from './lib/build-outputs.mjs';
import { ensureChromium, findChromium, whyNoChromium } from './lib/chromium.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { buildGitea, whyNoGitea } from './lib/gitea.mjs';
import { readCounts, resetCounts } from './lib/count-reporter.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { Progress } from './lib/progress.mjs';
import { runVisibly } from './lib/run-command.mjs';
import { temporalBinary } from './lib/temporal-binary.mjs';

const FLAGS = ['--experimental-vm-modules', '--no-node-snapshot', '--disable-warning=ExperimentalWarning'];

const isCi = () => ['true', '1'].includes(process.env.CI ?? '');

const REPORTERS = ['--reporters', 'default', '--reporters', inRoot('scripts/lib/count-reporter.mjs')];

const jest = (args, env) =>
  runVisibly(process.execPath, [...FLAGS, inRoot('node_modules/jest/bin/jest.js'), ...REPORTERS, ...args], {
    env: { ...process.env, ...env },
  });

/** Decides about the part that needs Go: built in the background, or skipped with a word why. */
const startGitea = () => {
  const reason = whyNoGitea();
  if (reason && isCi())
    throw new Failure(
      `the end-to-end tests against Gitea cannot run (${reason}), and with CI=true nothing may be skipped.`,
    );
  if (reason) console.log(`Skipping the end-to-end tests against Gitea: ${reason}.`);
  return reason ? { reason } : { build: buildGitea() };
};

const waitForGitea = async ({ build, reason }, progress) => {
  if (!build) return reason;
  const isBuilt = await progress.step(
    'Gitea, the provider of the end-to-end tests (built once, about 4 minutes)',
    () => build.done,
  );
  if (isBuilt) return undefined;
  if (isCi()) throw new Failure(`Gitea could not be built; ${build.log} says why.`);
  console.log(`Skipping the end-to-end tests against Gitea: it could not be built, ${build.log} says why.`);
  return 'it could not be built';
};

/** Why the tests in a browser are left out, or undefined when they can run. */
const provideChromium = async (progress) => {
  const reason =
    whyNoChromium() ?? ((await ensureChromium(progress)) ? undefined : 'Chromium could not be installed by apt-get');
  if (reason && isCi())
    throw new Failure(
      `the end-to-end tests in a browser cannot run (${reason}), and with CI=true nothing may be skipped.`,
    );
  if (reason) console.log(`Skipping the end-to-end tests in a browser: ${reason}.`);
  return reason;
};

const chromiumEnv = (reason) => ({
  GATEWAY_TEST_CHROMIUM: reason ? '0' : '1',
  ...(!reason && { CHROMIUM_PATH: findChromium() }),
});

const runAll = async (args, env, progress) => {
  const noBrowser = await provideChromium(progress);
  const gitea = startGitea();
  resetCounts();
  try {
    const quick = await jest(['--selectProjects', 'unit', 'integration', '--maxWorkers', '2', ...args], env);
    const skipped = await waitForGitea(gitea, progress);
    const forE2e = { GATEWAY_TEST_GITEA: skipped ? '0' : '1', ...chromiumEnv(noBrowser) };
    const e2e = await jest(['--selectProjects', 'e2e', '--runInBand', '--passWithNoTests', ...args], {
      ...env,
      ...forE2e,
    });
    const { passed, failed: broken, skipped: left, flaky } = readCounts();
    console.log(`\n${passed} passed, ${broken} failed, ${left} skipped`);
    if (flaky.length > 0) console.log(['Flaky, passed at the second try:', ...flaky].join('\n  '));
    const failed = [...(quick ? ['unit and integration tests'] : []), ...(e2e ? ['end-to-end tests'] : [])];
    if (failed.length > 0) throw new Failure(failed.join(' and '));
    return [...(skipped ? [`against Gitea (${skipped})`] : []), ...(noBrowser ? [`in a browser (${noBrowser})`] : [])];
  } finally {
    gitea.build?.stop();
  }
};

await runMain(async () => {
  const progress = new Progress();
  const args = process.argv.slice(2).filter((argument) => argument !== '--soak');
  const env = { TEST_TEMPORAL_BINARY: '', ...(process.argv.includes('--soak') && { SOAK: '1' }) };
  await prepare(import.meta.url, progress);
  await ensureBuild(progress);
  env.TEST_TEMPORAL_BINARY = await temporalBinary(progress);
  if (args.length > 0) {
    const available = { GATEWAY_TEST_GITEA: whyNoGitea() ? '0' : '1', ...chromiumEnv(!findChromium()) };
    if (await jest(['--maxWorkers', '2', ...args], { ...env, ...available })) throw new Failure('tests');
    return;
  }
  const skipped = await runAll(args, env, progress);
  const without = skipped.length > 0 ? `, without the end-to-end tests ${skipped.join(' and ')}` : '';
  console.log(`\nAll tests passed${without} (${progress.elapsed()}).`);
});
