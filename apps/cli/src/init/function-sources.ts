import { FUNCTION_MODULE, type FunctionKind } from '@svc/contracts';

const IMPORTS = (creator: string): string =>
  `import { ${creator} } from '${FUNCTION_MODULE.canonical}';\nimport * as z from 'zod';\n`;

/** `open-issues` -> `OpenIssues`; a model's name starts with a letter and has two characters at least. */
function modelName(name: string): string {
  const pascal = name
    .split(/[^a-zA-Z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  return /^[A-Z].+/.test(pascal) ? pascal : `Model${pascal}`;
}

const sync = (integration: string, name: string): string => {
  const model = modelName(name);
  return `${IMPORTS('createSync')}
/** A record. Every model needs an id. */
const ${model} = z.object({
  id: z.string(),
});

/** Saves records of ${integration} on a schedule. */
export default createSync({
  description: 'Fetches ${name}',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: true,
  models: { ${model} },
  // A long run goes on from here instead of starting again, and the next run fetches only what is new.
  checkpoint: z.object({ since: z.string() }),
  exec: async (svc) => {
    const startedAt = new Date().toISOString();
    const checkpoint = await svc.getCheckpoint();
    const params = checkpoint ? { since: checkpoint.since } : {};
    // The path at the provider's API; credentials are added by the gateway.
    for await (const page of svc.paginate({ endpoint: '/', params, retries: 3 })) {
      const records = page.map((item) => ${model}.parse(item));
      await svc.batchSave(records, '${model}');
    }
    await svc.saveCheckpoint({ since: startedAt });
  },
});
`;
};

const action = (integration: string, name: string): string => `${IMPORTS('createAction')}
/** Runs on demand, with POST /action/trigger. */
export default createAction({
  description: 'Does ${name} at ${integration}',
  version: '1.0.0',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  exec: async (svc, input) => {
    // The path at the provider's API; credentials are added by the gateway.
    const { data } = await svc.get({ endpoint: \`/\${encodeURIComponent(input.id)}\`, retries: 3 });
    if (!data) throw new svc.ActionError({ message: \`There is no "\${input.id}"\` });
    return { id: String(data.id) };
  },
});
`;

const onEvent = (): string => `${IMPORTS('createOnEvent').replace("import * as z from 'zod';\n", '')}
/** Runs after a connection was created. */
export default createOnEvent({
  description: 'Prepares a new connection',
  version: '1.0.0',
  event: 'post-connection-creation',
  exec: async (svc) => {
    await svc.log(\`Connected \${svc.connectionId}\`);
  },
});
`;

/** A function that compiles, to be filled with life. */
export function functionSource(kind: FunctionKind, integration: string, name: string): string {
  switch (kind) {
    case 'sync':
      return sync(integration, name);
    case 'action':
      return action(integration, name);
    case 'on-event':
      return onEvent();
  }
}
