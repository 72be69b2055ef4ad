import { FUNCTION_MODULE } from '@svc/contracts';

/** An example of a sync and of an action. The provider is the gateway itself, which every installation has. */
export function exampleFiles(integration: string): Record<string, string> {
  return {
    'index.ts': `// Every function is imported here. What is not imported is not deployed.
import './${integration}/syncs/connections.js';
import './${integration}/actions/find-connection.js';
`,
    [`${integration}/models.ts`]: MODELS,
    [`${integration}/syncs/connections.ts`]: SYNC,
    [`${integration}/actions/find-connection.ts`]: ACTION,
  };
}

const MODELS = `import * as z from 'zod';

/** A connection of the gateway. Every model needs an id. */
export const GatewayConnection = z.object({
  id: z.string(),
  connectionId: z.string(),
  integration: z.string(),
  provider: z.string(),
  created: z.string(),
});
export type GatewayConnection = z.infer<typeof GatewayConnection>;

/** A connection as the gateway's API lists it. */
interface ListedConnection {
  id: number;
  connection_id: string;
  provider_config_key: string;
  provider: string;
  created: string;
}

export const toGatewayConnection = (listed: ListedConnection): GatewayConnection => ({
  id: String(listed.id),
  connectionId: listed.connection_id,
  integration: listed.provider_config_key,
  provider: listed.provider,
  created: listed.created,
});
`;

const SYNC = `import { createSync } from '${FUNCTION_MODULE.canonical}';
import { GatewayConnection, toGatewayConnection } from '../models.js';

/** Fills the record cache with the connections of an environment of the gateway. */
export default createSync({
  description: 'Connections of the environment whose key the connection holds',
  version: '1.0.0',
  frequency: 'every hour',
  autoStart: true,
  models: { GatewayConnection },
  exec: async (svc) => {
    const { data } = await svc.get({ endpoint: '/connections', params: { limit: 1000 }, retries: 3 });
    const records = data.connections.map(toGatewayConnection);
    await svc.batchSave(records, 'GatewayConnection');
    await svc.log(\`Saved \${records.length} connections\`);
  },
});
`;

const ACTION = `import { createAction } from '${FUNCTION_MODULE.canonical}';
import * as z from 'zod';
import { GatewayConnection, toGatewayConnection } from '../models.js';

/** Looks a connection up by its id. Run it with POST /action/trigger. */
export default createAction({
  description: 'Finds a connection by its id',
  version: '1.0.0',
  input: z.object({ connectionId: z.string().min(1) }),
  output: GatewayConnection,
  exec: async (svc, input) => {
    const { data } = await svc.get({ endpoint: '/connections', params: { connectionId: input.connectionId } });
    const [found] = data.connections;
    if (!found) throw new svc.ActionError({ message: \`There is no connection "\${input.connectionId}"\` });
    return toGatewayConnection(found);
  },
});
`;
