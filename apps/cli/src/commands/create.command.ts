import { functionNameSchema, uniqueKeySchema, type FunctionKind } from '@svc/contracts';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../cli-error.js';
import { functionSource } from '../init/function-sources.js';
import { readTemplateCode, readTemplates, showTemplates, theTemplate } from '../init/templates.js';
import { withImport } from '../project/add-import.js';
import { FUNCTION_FOLDERS } from '../project/function-folders.js';
import { gatewayOf } from '../project/gateway-of.js';
import { INDEX_FILE, openProject, type Project } from '../project/project.js';
import { ask, canAsk, choose } from '../terminal/ask.js';
import type { Output } from '../terminal/output.js';

export interface CreateOptions {
  readonly sync?: boolean;
  readonly action?: boolean;
  readonly onEvent?: boolean;
  readonly template?: string;
  readonly environment: string;
}

interface Named {
  readonly integration: string | undefined;
  readonly name: string | undefined;
}

/** A function to be written. */
interface NewFunction {
  readonly kind: FunctionKind;
  readonly integration: string;
  readonly name: string;
}

/** `svc create`: a new function, imported in index.ts. */
export async function createCommand(named: Named, options: CreateOptions, output: Output): Promise<void> {
  const project = openProject(process.cwd());
  if (options.template !== undefined) return await fromTemplate(project, options.template, named, options, output);
  const kind = kindOf(options) ?? (await askForKind());
  const integration = checked('integration', named.integration ?? (await askForIntegration(project)), uniqueKeySchema);
  const name = checked('name', named.name ?? (await askFor('name', 'Name of the function: ')), functionNameSchema);
  const created = { kind, integration, name };
  const file = await write(project, created, functionSource(kind, integration, name));
  output.line(`Created ${file} and imported it in ${INDEX_FILE}.`);
  output.line(`Try it with: svc dryrun ${name} <connection-id>`);
  output.result({ ...created, type: kind, files: [file] });
}

/** Lists a provider's templates, or copies one. */
async function fromTemplate(
  project: Project,
  template: string,
  named: Named,
  options: CreateOptions,
  output: Output,
): Promise<void> {
  const [provider = '', templateName] = template.split('/');
  const gateway = gatewayOf(options.environment);
  const templates = await readTemplates(gateway, provider);
  if (templateName === undefined) return showTemplates(provider, templates, output);
  const found = theTemplate(templates, { provider, name: templateName, type: kindOf(options) });
  const code = await readTemplateCode(gateway, provider, found);
  const integration = checked('integration', named.integration ?? provider, uniqueKeySchema);
  const name = checked('name', named.name ?? found.name, functionNameSchema);
  const created = { kind: found.type, integration, name };
  const file = await write(project, created, code);
  output.line(`Created ${file} from ${template} and imported it in ${INDEX_FILE}.`);
  output.line(`Try it with: svc dryrun ${name} <connection-id>`);
  output.result({ ...created, type: found.type, files: [file] });
}

function kindOf({ sync, action, onEvent }: CreateOptions): FunctionKind | undefined {
  const kinds: FunctionKind[] = [
    ...(sync ? ['sync' as const] : []),
    ...(action ? ['action' as const] : []),
    ...(onEvent ? ['on-event' as const] : []),
  ];
  if (kinds.length <= 1) return kinds[0];
  throw new CliError('--sync, --action and --on-event cannot be combined: a function is one of them.', {
    code: 'invalid_options',
  });
}

async function askForKind(): Promise<FunctionKind> {
  if (!canAsk())
    throw new CliError('What is to be created is not said.', {
      code: 'invalid_options',
      hint: 'Pass --sync, --action or --on-event, the integration and the name: svc create --sync github issues.',
    });
  const kinds = ['sync', 'action', 'on-event'] as const;
  return kinds[await choose('What is to be created?', kinds)] ?? 'sync';
}

async function askForIntegration(project: Project): Promise<string> {
  const present = await integrationsOf(project);
  const known = present.length === 0 ? '' : ` (${present.join(', ')}, or a new one)`;
  return await askFor('integration', `Unique key of the integration${known}: `);
}

async function askFor(what: string, question: string): Promise<string> {
  if (canAsk()) return await ask(question);
  throw new CliError(`The ${what} is missing.`, {
    code: 'invalid_options',
    hint: 'Write: svc create --sync <integration> <name>.',
  });
}

async function integrationsOf({ root }: Project): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const hasFunctions = (name: string): boolean =>
    Object.values(FUNCTION_FOLDERS).some((folder) => existsSync(path.join(root, name, folder)));
  return entries.filter((entry) => entry.isDirectory() && hasFunctions(entry.name)).map(({ name }) => name);
}

interface TextSchema {
  safeParse(value: string): { error?: { issues: { message: string }[] } };
}

function checked(what: string, value: string, schema: TextSchema): string {
  const issue = schema.safeParse(value).error?.issues[0];
  if (!issue) return value;
  throw new CliError(`The ${what} "${value}" is not valid: it ${issue.message}.`, { code: 'invalid_options' });
}

async function write({ root }: Project, { kind, integration, name }: NewFunction, source: string): Promise<string> {
  const file = `${integration}/${FUNCTION_FOLDERS[kind]}/${name}.ts`;
  const target = path.join(root, file);
  if (existsSync(target))
    throw new CliError(`${file} is there already: nothing was written.`, {
      code: 'exists',
      hint: 'Choose another name, or remove the file.',
    });
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, source);
  const index = path.join(root, INDEX_FILE);
  await writeFile(index, withImport(await readFile(index, 'utf8'), file));
  return file;
}
