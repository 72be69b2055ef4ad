/**
 * Three kinds of tests, told apart by the file's name:
 *   unit         *.spec.ts       no database, no network
 *   integration  *.int.spec.ts   real PostgreSQL and Temporal
 *   e2e          *.e2e.spec.ts   the whole system as separate processes
 * `jest --selectProjects unit` runs one of them; `jest <path>` picks the right one by itself.
 */
const transform = {
  '^.+\\.[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
        keepClassNames: true,
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
};

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform,
  transformIgnorePatterns: ['/node_modules/', '/dist/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Jest itself adds 'import' or 'require', by how a module was asked for.
  testEnvironmentOptions: { customExportConditions: ['@svc/source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.cache/', '<rootDir>/.data/'],
};

const withServers = {
  globalSetup: '<rootDir>/libs/testing/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/libs/testing/jest/global-teardown.mjs',
  setupFilesAfterEnv: ['<rootDir>/libs/testing/jest/second-try.mjs'],
};

/** Not tests of every run: the histories of a new version are recorded once, Gitea needs Go, the connect page a browser. */
const left = [
  ...(process.env.RECORD_HISTORIES ? [] : ['record-histories']),
  ...(process.env.GATEWAY_TEST_GITEA === '0' ? ['gitea\\.e2e'] : []),
  ...(process.env.GATEWAY_TEST_CHROMIUM === '0' ? ['/connect[^/]*\\.e2e'] : []),
];
const testPathIgnorePatterns = ['/node_modules/', ...left];

export default {
  // A deadline, not a measurement: a busy machine takes several times as long as an idle one.
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$', '\\.e2e\\.spec\\.ts$'],
    },
    {
      ...shared,
      ...withServers,
      displayName: 'integration',
      testMatch: ['**/*.int.spec.ts'],
      testPathIgnorePatterns,
    },
    { ...shared, ...withServers, displayName: 'e2e', testMatch: ['**/*.e2e.spec.ts'], testPathIgnorePatterns },
  ],
};
