import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const SPECS = [
  '**/*.spec.ts',
  '{libs,apps}/*/src/testing/**/*.ts',
  'test/**/*.ts',
  'bench/**/*.ts',
  'libs/testing/**/*.ts',
];
/** Functions of users: compiled by the command-line tool, some of them broken on purpose. */
const FUNCTION_PROJECTS = [
  'test/e2e/*-project/',
  'test/e2e/rejected-projects/',
  'bench/project/',
  'libs/providers/templates/',
];
/** Where the environment may be read. */
const ENVIRONMENT_READERS = [
  'libs/config/src/load-config.ts',
  'libs/testing/**',
  'apps/cli/src/**/*environment*.ts',
  'test/**',
  'bench/**',
];
/** The root of a package, and the entry of a subpath that its package.json exports. */
const PACKAGE_ENTRIES = [
  '{libs,apps}/*/src/index.ts',
  'workflows/src/index.ts',
  'libs/contracts/src/workflows/index.ts',
];

const NO_MODULE_MOCKS = {
  selector:
    "CallExpression[callee.object.name='jest'][callee.property.name=/^(mock|doMock|unstable_mockModule|setMock|createMockFromModule)$/]",
  message: 'No module mocks: pass a fake through the constructor.',
};
const NO_ENVIRONMENT = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only libs/config reads the environment: take a Config.',
  },
  {
    selector: "VariableDeclarator[init.name='process'] > ObjectPattern > Property[key.name='env']",
    message: 'Only libs/config reads the environment: take a Config.',
  },
];
const NO_BARRELS = [
  {
    selector: 'ExportAllDeclaration',
    message: 'No barrel files: only the root index.ts of a package exports from elsewhere.',
  },
  {
    selector: 'ExportNamedDeclaration[source]',
    message: 'No barrel files: only the root index.ts of a package exports from elsewhere.',
  },
];
const NO_DOUBLE_CAST = {
  selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
  message: 'No cast to silence the compiler.',
};
const FEW_DEPENDENCIES = {
  selector:
    "ClassDeclaration:not([superClass.name=/Error$/]) > ClassBody > MethodDefinition[kind='constructor'] > FunctionExpression[params.length>5]",
  message: 'More than five constructor dependencies: these are two classes.',
};
const ENVIRONMENT_IMPORT = {
  name: 'node:process',
  importNames: ['env'],
  message: 'Only libs/config reads the environment: take a Config.',
};

const everywhere = [NO_MODULE_MOCKS, ...NO_BARRELS, FEW_DEPENDENCIES];
const syntax = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules] });

export default defineConfig(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      '.cache/',
      '.data/',
      'coverage/',
      'test/providers/',
      ...FUNCTION_PROJECTS,
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.check.json', './tsconfig.browser-check.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      // The compiler reports them, with the same exception for a leading underscore.
      '@typescript-eslint/no-unused-vars': 'off',
      // Parameter properties and decorated classes of Nest have no other members.
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      'no-restricted-imports': ['error', { paths: [ENVIRONMENT_IMPORT] }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      ...syntax(...everywhere, ...NO_ENVIRONMENT, NO_DOUBLE_CAST),
    },
  },
  { files: ENVIRONMENT_READERS, rules: { ...syntax(...everywhere, NO_DOUBLE_CAST), 'no-restricted-imports': 'off' } },
  {
    files: ['{libs,apps}/*/src/*/**/index.ts', 'workflows/src/*/**/index.ts'],
    ignores: PACKAGE_ENTRIES,
    rules: syntax({
      selector: 'Program',
      message: 'No index.ts below the root of a package: name the file for what it holds.',
    }),
  },
  {
    // Services also run in the worker, where nobody turns a Nest exception into an answer.
    files: ['libs/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [ENVIRONMENT_IMPORT],
          patterns: [{ group: ['@nestjs/common'], importNamePattern: 'Exception$', message: 'Throw an AppError.' }],
        },
      ],
    },
  },
  {
    // The bundler accepts everything silently, so what workflows may use is named here.
    files: ['workflows/src/**/*.ts'],
    ignores: SPECS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!\\.{1,2}/|@svc/contracts/workflows$|@temporalio/(workflow|common)$)',
              message: 'Workflows import @svc/contracts/workflows, @temporalio/workflow and @temporalio/common only.',
            },
          ],
        },
      ],
      'no-restricted-globals': [
        'error',
        ...[
          'fetch',
          'process',
          'require',
          'Buffer',
          'WebSocket',
          'XMLHttpRequest',
          'crypto',
          'performance',
          'setImmediate',
          'WeakRef',
          'FinalizationRegistry',
        ].map((name) => ({
          name,
          message: 'Workflow code must be deterministic: do it in an activity.',
        })),
      ],
    },
  },
  {
    files: SPECS,
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      ...syntax(...everywhere),
    },
  },
  {
    // A function is the default export of its file.
    files: ['{test,bench}/**/{syncs,actions,on-events}/*.ts', 'libs/functions/src/type-tests/*.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  { files: PACKAGE_ENTRIES, rules: syntax(NO_MODULE_MOCKS, ...NO_ENVIRONMENT) },
  {
    // Generated, then read and kept: as long as the schema.
    files: ['libs/database/src/migrations/**'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'AbortController',
          'AbortSignal',
          'Buffer',
          'URL',
          'URLSearchParams',
          'TextEncoder',
          'TextDecoder',
          'performance',
          'structuredClone',
          'module',
          'require',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-empty': ['error', { allowEmptyCatch: false }] },
  },
);
