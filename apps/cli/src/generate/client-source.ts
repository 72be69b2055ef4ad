import type { JsonSchema } from '@svc/functions';
import type { CompiledFunction } from '../compile/function-file.js';
import { schemaType } from './schema-type.js';

const key = (text: string): string => (/^[A-Za-z_$][\w$]*$/.test(text) ? text : JSON.stringify(text));

/** A typed client for the actions and models of a project, as TypeScript that imports `@svc/client` alone. */
export function clientSource(functions: readonly CompiledFunction[]): string {
  return `${HEAD}
/** Input and output of every action, by integration and name. */
export interface Actions {
${byIntegration(functions, actionFields)}}

/** Records of every model that syncs save, by integration and name. */
export interface Models {
${byIntegration(functions, modelFields)}}
${BODY}`;
}

function byIntegration(
  functions: readonly CompiledFunction[],
  fieldsOf: (compiled: CompiledFunction) => Map<string, string>,
): string {
  const integrations = new Map<string, Map<string, string>>();
  for (const compiled of functions) {
    const fields = integrations.get(compiled.integration) ?? new Map<string, string>();
    for (const [name, text] of fieldsOf(compiled)) fields.set(name, text);
    if (fields.size > 0) integrations.set(compiled.integration, fields);
  }
  return [...integrations]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, fields]) => `  ${key(name)}: {\n${sorted(fields).join('')}  };\n`)
    .join('');
}

const sorted = (fields: ReadonlyMap<string, string>): string[] =>
  [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);

function actionFields({ name, descriptor }: CompiledFunction): Map<string, string> {
  if (descriptor.type !== 'action') return new Map();
  const type = (schema: JsonSchema | null): string => (schema ? schemaType(schema, '      ') : 'undefined');
  const doc = `    /** ${oneLine(descriptor.description)} */\n`;
  const fields = `      input: ${type(descriptor.input)};\n      output: ${descriptor.output ? type(descriptor.output) : 'unknown'};\n`;
  return new Map([[name, `${doc}    ${key(name)}: {\n${fields}    };\n`]]);
}

function modelFields({ descriptor }: CompiledFunction): Map<string, string> {
  if (descriptor.type !== 'sync') return new Map();
  return new Map(
    Object.entries(descriptor.models).map(([name, schema]) => [
      name,
      `    ${key(name)}: ${schemaType(schema, '    ')};\n`,
    ]),
  );
}

const oneLine = (text: string): string => text.replaceAll('*/', '* /').replace(/\s+/g, ' ').trim();

const HEAD = `// Made by "svc generate client" from the functions of the project. Do not edit: make it anew instead.
import { Svc, type ListRecordsRequest, type SvcOptions } from '@svc/client';
`;

const BODY = `
/** Key of an integration that has actions. */
export type ActionIntegration = keyof Actions;
/** Key of an integration that has models. */
export type ModelIntegration = keyof Models;

/** Which connection is meant. */
export interface Target<Integration extends string> {
  integration: Integration;
  connectionId: string;
}

type InputOf<Action> = Action extends { input: infer Input } ? Input : never;
type OutputOf<Action> = Action extends { output: infer Output } ? Output : never;
type WithInput<Action> = undefined extends InputOf<Action> ? { input?: InputOf<Action> } : { input: InputOf<Action> };
type Page = Omit<ListRecordsRequest, 'providerConfigKey' | 'connectionId' | 'model'>;

/** The gateway with the team's own actions and models. \`svc\` has everything else. */
export class IntegrationClient {
  readonly svc: Svc;

  constructor(options: SvcOptions) {
    this.svc = new Svc(options);
  }

  /** Runs an action and waits for its result. */
  async action<Integration extends ActionIntegration & string, Name extends keyof Actions[Integration] & string>(
    request: Target<Integration> & { action: Name } & WithInput<Actions[Integration][Name]>,
  ): Promise<OutputOf<Actions[Integration][Name]>> {
    const { integration, connectionId, action, input } = request;
    return await this.svc.triggerAction<OutputOf<Actions[Integration][Name]>>({
      providerConfigKey: integration,
      connectionId,
      actionName: action,
      input,
    });
  }

  /** A page of the records of a model. */
  async records<Integration extends ModelIntegration & string, Model extends keyof Models[Integration] & string>(
    request: Target<Integration> & { model: Model } & Page,
  ) {
    const { integration, connectionId, ...page } = request;
    return await this.svc.listRecords<Models[Integration][Model] & object>({
      providerConfigKey: integration,
      connectionId,
      ...page,
    });
  }
}
`;
