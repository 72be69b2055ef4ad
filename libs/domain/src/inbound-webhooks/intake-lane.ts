import type { LaneTarget } from '../lanes/lane-producer.service.js';

/** Kind of the lanes that webhooks of providers wait in. */
export const INTAKE_LANE = 'webhook-intake';

/** The lane of an integration. */
export const intakeLane = ({
  environmentId,
  integrationId,
}: {
  readonly environmentId: number;
  readonly integrationId: number;
}): LaneTarget => ({
  kind: INTAKE_LANE,
  key: String(integrationId),
  environmentId,
  subject: { title: `Webhooks of integration ${integrationId}` },
});
