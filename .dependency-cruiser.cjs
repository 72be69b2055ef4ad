/**
 * Who may import whom. What no row allows is refused; docs/ARCHITECTURE.md shows the same table.
 * `internal` are packages of this repository, `npm` packages from the registry (`true`: any that package.json names),
 * `core` whether Node's own modules may be used.
 */
const FOUNDATION = ['libs/contracts'];
const BASE = ['libs/errors', 'libs/config', 'libs/crypto', 'libs/observability'];
const ADAPTERS = ['libs/database', 'libs/providers', 'libs/http', 'libs/temporal'];
const BELOW_ADAPTERS = [...FOUNDATION, ...BASE];
const COMPILE = ['libs/compile'];
const BELOW_APPS = [...BELOW_ADAPTERS, ...ADAPTERS, ...COMPILE, 'libs/domain'];

const row = (from, internal, { npm = true, core = true } = {}) => ({ from, internal, npm, core });

const TABLE = [
  row('libs/contracts', [], { npm: ['zod'], core: false }),
  row('workflows', ['libs/contracts/src/workflows'], {
    npm: ['@temporalio/workflow', '@temporalio/common'],
    core: false,
  }),
  ...BASE.map((name) => row(name, FOUNDATION)),
  ...ADAPTERS.map((name) => row(name, BELOW_ADAPTERS)),
  row('libs/compile', [...FOUNDATION, 'libs/functions']),
  row('libs/domain', [...BELOW_ADAPTERS, ...ADAPTERS, ...COMPILE]),
  row('apps/api', BELOW_APPS),
  row('apps/worker', BELOW_APPS),
  row('apps/runner', ['libs/contracts', 'libs/errors', 'libs/config', 'libs/observability']),
  ...['libs/functions', 'libs/client', 'libs/connect-js'].map((name) => row(name, FOUNDATION)),
  row('apps/cli', ['libs/contracts', 'libs/client', 'libs/compile', 'libs/functions']),
  row('apps/connect', ['libs/contracts', 'libs/connect-js']),
];

const CODE = '^(libs|apps|workflows|test|bench)/';
const TESTS = '(^workflows/test/|\\.spec\\.ts$|/src/testing/|^libs/testing/|^test/|^bench/|(^|/)scripts/)';
/** What a build step bundles, into the isolate's runtime or for browsers, is no dependency of the running process. */
const BUNDLED = '^apps/(runner/src/isolate|connect/src)/';
/** Rules without dependencies that several areas of the domain follow. */
const SHARED_RULES = [
  '^libs/domain/src/schedules/(frequency|fairness-key)\\.ts$',
  '^libs/domain/src/connections/connection-tags\\.ts$',
  '^libs/domain/src/runs/(classify-run-failure|failure-line|failure-of|repeat-of|run-not-started)\\.ts$',
  '^libs/domain/src/auth-modes/(authorization-denied|oauth1/oauth1-header|tokens/(token-failure|renewal-timing))\\.ts$',
];
/** Functions of users: compiled by the command-line tool, some of them broken on purpose. */
const FUNCTION_PROJECTS = '^(test/e2e/([^/]+-project|rejected-projects)|bench/project|libs/providers/templates)/';
const NPM = ['npm', 'npm-optional', 'npm-peer'];

const escape = (text) => text.replaceAll(/[.\\/-]/g, '\\$&');
const npmPath = (name) => `^node_modules/${escape(name)}/`;
const sources = (folder) => ({ path: `^${escape(folder)}/`, pathNot: TESTS });

const allowedBy = ({ from, internal, npm, core }) => [
  ...(internal.length > 0
    ? [{ from: sources(from), to: { path: internal.map((folder) => `^${escape(folder)}/`) } }]
    : []),
  ...(npm === true ? [{ from: sources(from), to: { dependencyTypes: NPM } }] : []),
  ...(Array.isArray(npm) ? [{ from: sources(from), to: { path: npm.map(npmPath), dependencyTypes: NPM } }] : []),
  ...(core ? [{ from: sources(from), to: { dependencyTypes: ['core'] } }] : []),
];

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere, or to a package that package.json does not name.',
      severity: 'error',
      from: { path: CODE },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-temporal-in-domain',
      severity: 'error',
      from: { path: '^libs/domain/' },
      to: { path: '^node_modules/@temporalio/' },
    },
    {
      name: 'contracts-as-types-only',
      comment: 'What is published must not bring the contracts along at run time.',
      severity: 'error',
      from: { path: '^libs/(functions|client|connect-js)/', pathNot: TESTS },
      to: { path: '^libs/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-areas-by-service',
      comment: 'An area of the domain uses another one through its service, or its types.',
      severity: 'error',
      from: { path: '^libs/domain/src/([^/]+)/', pathNot: TESTS },
      to: {
        path: '^libs/domain/src/[^/]+/',
        pathNot: ['^libs/domain/src/$1/', '^libs/domain/src/core/', '\\.(service|module)\\.ts$', ...SHARED_RULES],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'testing-in-tests-only',
      severity: 'error',
      from: { path: CODE, pathNot: TESTS },
      to: { path: '^libs/testing/' },
    },
  ],
  allowed: [
    // A package imports itself.
    { from: { path: '^((?:libs|apps)/[^/]+|workflows)/' }, to: { path: '^$1/' } },
    ...TABLE.flatMap(allowedBy),
    { from: { path: BUNDLED }, to: { dependencyTypes: ['npm-dev'] } },
    // Tests and what serves them only.
    { from: { path: TESTS }, to: {} },
  ],
  allowedSeverity: 'error',
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|coverage)/', FUNCTION_PROJECTS] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@svc/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
