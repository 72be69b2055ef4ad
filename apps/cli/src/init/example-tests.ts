import { testFileText } from '../recording/test-file.js';

/** The gateway as it was when the example was recorded. */
const RECORDED_WITH = {
  time: '2026-01-15T09:00:00.000Z',
  connection: { connectionId: 'me', provider: 'integration-gateway' },
};

const LISTED = {
  id: 1,
  connection_id: 'me',
  provider_config_key: 'gateway',
  provider: 'integration-gateway',
  errors: [],
  metadata: null,
  tags: {},
  created: '2026-01-15T08:30:00.000Z',
};

const RECORD = {
  id: '1',
  connectionId: 'me',
  integration: 'gateway',
  provider: 'integration-gateway',
  created: '2026-01-15T08:30:00.000Z',
};

const answer = (connections: readonly object[]) => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  json: { connections },
});

const lookup = (connectionId: string, connections: readonly object[]) => ({
  ...RECORDED_WITH,
  input: { connectionId },
  calls: [
    {
      call: 'proxy',
      request: { method: 'GET', endpoint: '/connections', params: { connectionId } },
      answer: answer(connections),
    },
  ],
});

/** Recordings of the example, as `dryrun --save` makes them. */
export const exampleTests = (integration: string): Record<string, string> => ({
  [`${integration}/syncs/connections.test.json`]: testFileText({
    ...RECORDED_WITH,
    calls: [
      {
        call: 'proxy',
        request: { method: 'GET', endpoint: '/connections', params: { limit: 1000 }, retries: 3 },
        answer: answer([LISTED]),
      },
    ],
    expect: { records: { GatewayConnection: [RECORD] } },
  }),
  [`${integration}/actions/find-connection.test.json`]: testFileText({
    ...lookup('me', [LISTED]),
    expect: { output: RECORD },
  }),
  [`${integration}/actions/find-connection.unknown.test.json`]: testFileText({
    ...lookup('nobody', []),
    expect: {
      error: {
        type: 'action_error',
        message: 'There is no connection "nobody"',
        payload: { message: 'There is no connection "nobody"' },
      },
    },
  }),
});
