import { createAction } from 'nango';
import * as z from 'zod';

export default createAction({
  description: 'What a function knows about itself',
  input: z.void(),
  output: z.record(z.string(), z.any()),
  metadata: z.object({ team: z.string().optional() }),
  exec: async (nango) => {
    const connection = await nango.getConnection();
    const integration = await nango.getIntegration({ include: ['webhook'] });
    const variables = await nango.getEnvironmentVariables();
    await nango.updateMetadata({ team: 'blue', nested: { a: 1 } });
    const metadata = await nango.getMetadata();
    const raw = await nango.getMetadata<{ nested: { a: number } }>();
    return {
      connectionId: nango.connectionId,
      key: nango.providerConfigKey,
      provider: nango.provider,
      environment: nango.environmentName,
      credentials: connection.credentials.type,
      config: Object.keys(connection.connection_config),
      same: connection.provider_config_key === integration.unique_key,
      variables: variables?.length ?? 0,
      team: metadata.team,
      nested: raw.nested.a,
      token: typeof (await nango.getToken()),
    };
  },
});
