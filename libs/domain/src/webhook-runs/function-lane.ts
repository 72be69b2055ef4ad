import type { LaneTarget } from '../lanes/lane-producer.service.js';
import type { SubscribedEvent } from './subscribed-event.js';

/** The lane in which the functions of a connection handle its webhooks. */
export const functionLane = ({
  environmentId,
  providerConfigKey,
  connectionId,
  connectionKey,
}: Omit<SubscribedEvent, 'type' | 'payload'>): LaneTarget => ({
  kind: 'function-lane',
  key: String(connectionId),
  environmentId,
  subject: {
    title: `Webhooks for functions of ${connectionKey}`,
    integration: providerConfigKey,
    connection: connectionKey,
  },
});
