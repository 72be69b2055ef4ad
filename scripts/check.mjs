/** `npm run check`: format, lint, boundaries, cycles, types, and drift of what is generated. Reports all that is wrong. */
import { mkdirSync } from 'node:fs';
import { ensureBuild } from './lib/build-outputs.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { staleGeneratedFiles } from './lib/generated-files.mjs';
import { CACHE, inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { Progress } from './lib/progress.mjs';
import { runQuietly } from './lib/run-command.mjs';

const tool = (what, file, ...args) => runQuietly(process.execPath, [inRoot('node_modules', file), ...args], { what });

const CODE_FOLDERS = ['libs', 'apps', 'workflows', 'test', 'bench', 'scripts'];

const checkGeneratedFiles = async () => {
  const stale = await staleGeneratedFiles();
  if (stale.length > 0)
    throw new Failure(`${stale.join(', ')} differs from its source: run npm run generate and commit it.`);
};

/** Beside each other on two cores: what needs no compiled packages, and what does. */
const LANES = [
  [
    [
      'Format',
      () =>
        tool(
          'Prettier (npm run format repairs it)',
          'prettier/bin/prettier.cjs',
          '--check',
          '--log-level',
          'warn',
          '--cache',
          '--cache-location',
          inRoot('.cache/prettier'),
          '.',
        ),
    ],
    [
      'Lint',
      () =>
        tool(
          'ESLint',
          'eslint/bin/eslint.js',
          '--cache',
          '--cache-location',
          inRoot('.cache/eslint'),
          '--max-warnings',
          '0',
          '.',
        ),
    ],
    [
      'Boundaries and cycles',
      () =>
        tool(
          'dependency-cruiser',
          'dependency-cruiser/bin/dependency-cruiser.mjs',
          '--config',
          '.dependency-cruiser.cjs',
          '--output-type',
          'err',
          ...CODE_FOLDERS,
        ),
    ],
  ],
  [
    ['Types', (progress) => ensureBuild(progress)],
    ['Types of tests and benchmarks', () => tool('The compiler', 'typescript/bin/tsc', '-p', 'tsconfig.check.json')],
    [
      'Types of what runs in browsers, with its tests',
      () => tool('The compiler', 'typescript/bin/tsc', '-p', 'tsconfig.browser-check.json'),
    ],
    ['Generated files', checkGeneratedFiles],
    [
      'Entities and migrations',
      () => runQuietly(process.execPath, [inRoot('scripts/schema-drift.mjs')], { what: 'Entities and migrations' }),
    ],
  ],
];

const runLane = async (progress, checks) => {
  const failures = [];
  for (const [title, check] of checks) {
    try {
      await progress.step(title, () => check(progress));
    } catch (error) {
      progress.note(`✗ ${title}`);
      failures.push(error);
    }
  }
  return failures;
};

await runMain(async () => {
  const progress = new Progress();
  await prepare(import.meta.url, progress);
  mkdirSync(CACHE, { recursive: true });
  const failures = (await Promise.all(LANES.map((checks) => runLane(progress, checks)))).flat();
  for (const failure of failures) console.error(`\n${failure instanceof Failure ? failure.message : failure.stack}`);
  if (failures.length > 0) throw new Failure(`${failures.length} of ${LANES.flat().length} checks.`);
  console.log(`\nAll checks passed (${progress.elapsed()}).`);
});
