import type { FunctionDescriptor, JsonSchema } from '@svc/functions';
import type { CompiledFunction } from '../compile/function-file.js';
import { schemaType } from './schema-type.js';

const START = '<!-- made by "svc generate docs": do not edit between here and the end mark -->';
const END = '<!-- end of what "svc generate docs" made -->';

/** A page about the functions of an integration; of a page that is there, only the generated part changes. */
export function docsPage(
  integration: string,
  functions: readonly CompiledFunction[],
  present: string | undefined,
): string {
  const section = `${START}\n\n${sections(functions)}${END}`;
  if (present === undefined) return `# ${integration}\n\n${section}\n`;
  const start = present.indexOf(START);
  const end = present.indexOf(END);
  if (start < 0 || end < start) return `${present.trimEnd()}\n\n${section}\n`;
  return `${present.slice(0, start)}${section}${present.slice(end + END.length)}`;
}

const TITLES = { sync: 'Syncs', action: 'Actions', 'on-event': 'On events' } as const;

const sections = (functions: readonly CompiledFunction[]): string =>
  (['sync', 'action', 'on-event'] as const)
    .map((kind) => {
      const those = functions.filter((compiled) => compiled.kind === kind);
      return those.length === 0 ? '' : `## ${TITLES[kind]}\n\n${those.map(functionSection).join('')}`;
    })
    .join('');

function functionSection({ name, descriptor }: CompiledFunction): string {
  const facts = factsOf(descriptor).map(([title, value]) => `- ${title}: ${value}\n`);
  const types = typesOf(descriptor).map(
    ([title, schema]) => `\n${title}:\n\n\`\`\`ts\n${schemaType(schema)}\n\`\`\`\n`,
  );
  return `### \`${name}\`\n\n${descriptor.description}\n\n${facts.join('')}${types.join('')}\n`;
}

function factsOf(descriptor: FunctionDescriptor): [string, string][] {
  return [
    ...(descriptor.version === null ? [] : [['Version', descriptor.version] as [string, string]]),
    ...(descriptor.type === 'sync' ? syncFacts(descriptor) : []),
    ...(descriptor.type === 'on-event' ? [['Event', `\`${descriptor.event}\``] as [string, string]] : []),
    ...(descriptor.scopes.length === 0
      ? []
      : [['Scopes at the provider', descriptor.scopes.map((scope) => `\`${scope}\``).join(', ')] as [string, string]]),
  ];
}

const syncFacts = (sync: Extract<FunctionDescriptor, { type: 'sync' }>): [string, string][] => [
  ['Runs', sync.frequency],
  ['Starts by itself', sync.autoStart ? 'yes' : 'no'],
  [
    'Models',
    Object.keys(sync.models)
      .map((model) => `\`${model}\``)
      .join(', '),
  ],
  ...(sync.webhookSubscriptions.length === 0
    ? []
    : [['Webhooks', sync.webhookSubscriptions.map((type) => `\`${type}\``).join(', ')] as [string, string]]),
];

function typesOf(descriptor: FunctionDescriptor): [string, JsonSchema][] {
  const named: [string, JsonSchema | null][] =
    descriptor.type === 'sync'
      ? [...Object.entries(descriptor.models), ['Checkpoint', descriptor.checkpoint]]
      : descriptor.type === 'action'
        ? [
            ['Input', descriptor.input],
            ['Output', descriptor.output],
          ]
        : [];
  return [...named, ['Metadata of the connection', descriptor.metadata] as [string, JsonSchema | null]].flatMap(
    ([title, schema]): [string, JsonSchema][] => (schema ? [[title, schema]] : []),
  );
}
