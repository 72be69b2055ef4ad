import { PACKAGE_SCOPE } from '@svc/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import type { CompiledFunction } from '../compile/function-file.js';
import { clientSource } from '../generate/client-source.js';
import { docsPage } from '../generate/docs-page.js';
import { toolList } from '../generate/tool-list.js';
import { CliEnvironment } from '../project/cli-environment.js';
import { packageAddress } from '../project/package-address.js';
import { openProject } from '../project/project.js';
import type { Output } from '../terminal/output.js';

export interface GenerateOptions {
  readonly out?: string;
  readonly integration?: string;
  readonly check?: boolean;
}

/** Contents by file, relative to the current folder. */
type Files = ReadonlyMap<string, string>;

/** `svc generate docs`: a README.md for each integration. */
export async function generateDocs(options: GenerateOptions, output: Output): Promise<void> {
  const { root } = openProject(process.cwd());
  const functions = await compile(root, output);
  const integrations = [...new Set(functions.map(({ integration }) => integration))];
  const files = new Map(
    integrations.map((integration) => {
      const file = path.join(root, integration, 'README.md');
      const those = functions.filter((compiled) => compiled.integration === integration);
      return [path.relative(process.cwd(), file), docsPage(integration, those, textOf(file))];
    }),
  );
  await writeOrCheck(files, options, output);
}

/** `svc generate tools`: actions as tools of a language model. */
export async function generateTools(options: GenerateOptions, output: Output): Promise<void> {
  const functions = await compile(openProject(process.cwd()).root, output);
  const those = functions.filter(({ integration }) => [undefined, integration].includes(options.integration));
  const tools = toolList(those);
  if (options.out !== undefined)
    return await writeOrCheck(new Map([[options.out, `${JSON.stringify(tools, null, 2)}\n`]]), options, output);
  if (options.check) throw new CliError('--check needs --out: the file to look at.', { code: 'invalid_options' });
  output.line(JSON.stringify(tools, null, 2));
  output.result({ tools });
}

/** `svc generate client`: TypeScript for the backend. */
export async function generateClient(options: GenerateOptions, output: Output): Promise<void> {
  const functions = await compile(openProject(process.cwd()).root, output);
  await writeOrCheck(new Map([[options.out ?? 'generated/client.ts', clientSource(functions)]]), options, output);
  const { host } = CliEnvironment.load(process.cwd());
  output.line(`It imports ${PACKAGE_SCOPE}/client: npm install ${await packageAddress(host, 'client')}`);
}

async function compile(root: string, output: Output): Promise<readonly CompiledFunction[]> {
  const { functions } = await output.during('Compiling', compileProject({ root }, { checkTypes: false }));
  if (functions.length === 0) throw new CliError('index.ts imports no function: there is nothing to generate.');
  return functions;
}

async function writeOrCheck(files: Files, { check }: GenerateOptions, output: Output): Promise<void> {
  const stale = [...files].filter(([file, text]) => textOf(file)?.replaceAll('\r\n', '\n') !== text);
  if (check && stale.length > 0)
    throw new CliError(`Out of date: ${stale.map(([file]) => file).join(', ')}.`, {
      code: 'stale',
      hint: 'Make it anew: the same command without --check.',
    });
  for (const [file, text] of check ? [] : stale) {
    await mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await writeFile(file, text);
    output.line(`Wrote ${file}`);
  }
  if (stale.length === 0) output.line('Everything is up to date.');
  output.result({ files: [...files.keys()], written: stale.map(([file]) => file) });
}

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
