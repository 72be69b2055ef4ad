import { expect, it } from '@jest/globals';
import type * as contract from '@svc/contracts';
import type { CheckpointValues, FunctionEndpoint } from './definitions/definition-schemas.js';
import type { LifecycleEvent } from './definitions/on-event-definition.js';
import type { Connection } from './helpers/connection.js';
import type { EnvironmentVariable, Integration } from './helpers/integration.js';
import type { LogLevelName } from './helpers/logging.js';
import type { CachedRecord, RecordMetadata } from './helpers/record.js';

type Takes<Wide, Narrow extends Wide> = Narrow;
type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : never) : never;

/** What functions are given must fit what the library promises; the compiler refuses this line when it does not. */
export type Given = [
  Takes<Integration, contract.Integration>,
  Takes<Connection, Required<contract.Connection>>,
  Takes<contract.FunctionEndpoint, FunctionEndpoint>,
  Takes<CachedRecord<{ id: number; title: string }>, contract.CachedRecord<{ title: string }>>,
];

it('states the shapes of the contract in its own words, so that it brings nothing along', () => {
  const agreements: [
    Same<LifecycleEvent, contract.FunctionEvent>,
    Same<LogLevelName, contract.LogLevel>,
    Same<CheckpointValues, contract.Checkpoint>,
    Same<EnvironmentVariable, contract.EnvironmentVariable>,
    Same<RecordMetadata, contract.RecordMetadata>,
  ] = [true, true, true, true, true];
  expect(agreements).not.toContain(false);
});
