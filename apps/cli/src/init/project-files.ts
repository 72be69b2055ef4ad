import { COMMAND_NAME, FUNCTION_MODULE, PACKAGE_SCOPE } from '@svc/contracts';
import { EXAMPLES, type ExampleName } from './examples.js';

/** What a new project is made for. */
export interface NewProject {
  readonly name: string;
  /** Base URL of the gateway. */
  readonly host: string;
  /** Where the command-line tool and the function library are installed from. */
  readonly packages: { readonly cli: string; readonly functions: string };
  /** Unique key of the integration that the example is for. */
  readonly integration: string;
  readonly example: ExampleName;
}

/** Files of a new project by their path. */
export function projectFiles(project: NewProject): Record<string, string> {
  return {
    'package.json': packageJson(project),
    'tsconfig.json': TSCONFIG,
    '.env': envFile(project.host),
    '.gitignore': 'node_modules/\n.env\n',
    ...EXAMPLES[project.example](project.integration),
  };
}

/** Commands that are used most. */
const SCRIPTS = ['compile', 'test', 'dryrun', 'deploy', 'dev'];

function packageJson({ name, packages }: NewProject): string {
  const content = {
    name:
      name
        .toLowerCase()
        .replace(/[^a-z0-9._-]+/g, '-')
        .replace(/^[._-]+|-+$/g, '') || 'functions',
    private: true,
    type: 'module',
    scripts: {
      ...Object.fromEntries(SCRIPTS.map((command) => [command, `${COMMAND_NAME} ${command}`])),
      // For every other command: npm run svc -- status
      [COMMAND_NAME]: COMMAND_NAME,
    },
    devDependencies: {
      [`${PACKAGE_SCOPE}/cli`]: packages.cli,
      [FUNCTION_MODULE.canonical]: packages.functions,
      '@types/node': '^24.0.0',
      typescript: '~6.0.2',
      zod: '^4.0.0',
    },
    // Its install script only saves a few milliseconds at each start.
    allowScripts: { esbuild: false },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "ES2023",
    "lib": ["ES2023"],
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "types": ["node"],
    "paths": { "${FUNCTION_MODULE.aliases[0]}": ["./node_modules/${FUNCTION_MODULE.canonical}/types/functions/index.d.ts"] },
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "isolatedModules": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["**/*.ts"],
  "exclude": ["node_modules", "generated"]
}
`;

const envFile = (host: string): string => `# Address of the gateway.
SVC_HOST=${host}
# Secret key of the environment "dev". Other environments: SVC_SECRET_KEY_<ENVIRONMENT>. Never commit this file.
SVC_SECRET_KEY_DEV=
`;
