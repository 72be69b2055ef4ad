import type { EndpointRow } from '@svc/database';
import type { LaneTarget } from '../lanes/lane-producer.service.js';

/** The lane of an endpoint. Its title names the host only: the rest of an address may be a secret. */
export const endpointLane = ({ id, environmentId, url }: EndpointRow): LaneTarget => ({
  kind: 'webhook-delivery',
  key: id,
  environmentId,
  subject: { title: `Webhooks to ${new URL(url).host}` },
});
