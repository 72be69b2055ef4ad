import { uniqueKeySchema } from '@svc/contracts';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../cli-error.js';
import { confirm } from '../terminal/confirm.js';
import type { ExampleName } from '../init/examples.js';
import { projectFiles } from '../init/project-files.js';
import type { Output } from '../terminal/output.js';
import { CliEnvironment } from '../project/cli-environment.js';
import { packageAddress } from '../project/package-address.js';

export interface InitOptions {
  readonly host?: string;
  readonly example: ExampleName;
  /** The example's own name when left out. */
  readonly integration?: string;
  readonly yes?: boolean;
}

/** `svc init [dir]`: a folder of functions that compiles and deploys as it is. */
export async function initCommand(directory: string, options: InitOptions, output: Output): Promise<void> {
  const root = path.resolve(directory);
  const host = (options.host ?? CliEnvironment.load(process.cwd()).host).replace(/\/+$/, '');
  const integration = options.integration ?? options.example;
  const wrongKey = uniqueKeySchema.safeParse(integration).error?.issues[0];
  if (wrongKey)
    throw new CliError(`"${integration}" is no key of an integration: it ${wrongKey.message}.`, {
      code: 'invalid_options',
    });
  await assertFree(root, options.yes ?? false);
  const [cli, functions] = await Promise.all([packageAddress(host, 'cli'), packageAddress(host, 'functions')]);
  const packages = { cli, functions };
  const files = projectFiles({ name: path.basename(root), host, packages, integration, example: options.example });
  for (const [file, text] of Object.entries(files)) await write(path.join(root, file), text);
  output.line(`Created ${root} with an example for the integration "${integration}". Next:\n`);
  for (const step of nextSteps(directory)) output.line(`  ${step}`);
  output.result({ directory: root, files: Object.keys(files) });
}

async function assertFree(root: string, yes: boolean): Promise<void> {
  const present = existsSync(root) ? (await readdir(root)).filter((entry) => entry !== '.git') : [];
  if (present.length === 0 || yes) return;
  const shown = present.slice(0, 5).join(', ') + (present.length > 5 ? ', ...' : '');
  if (await confirm(`${root} is not empty (${shown}). Write the project there and overwrite files of the same names?`))
    return;
  throw new CliError('Nothing was written.', {
    code: 'declined',
    hint: 'Choose an empty folder: svc init <directory>.',
  });
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text, { mode: path.basename(file) === '.env' ? 0o600 : 0o644 });
}

const nextSteps = (directory: string): string[] => [
  ...(path.resolve(directory) === process.cwd() ? [] : [`cd ${directory}`]),
  'npm install',
  'npm test                 (compiles the example and replays its recordings)',
  'put the secret key of your environment into .env',
  'npm run deploy dev',
];
