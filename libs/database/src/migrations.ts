import { InitialSchema1763740800000 } from './migrations/1763740800000-initial-schema.js';
import { Operations1763740900000 } from './migrations/1763740900000-operations.js';
import { ConnectSessions1795293287370 } from './migrations/1795293287370-connect-sessions.js';
import { RecordTracking1795293869470 } from './migrations/1795293869470-record-tracking.js';
import { ConnectAttemptProgress1795293929511 } from './migrations/1795293929511-connect-attempt-progress.js';
import { Freshness1795294147438 } from './migrations/1795294147438-freshness.js';
import { SyncCheckpoints1795294973531 } from './migrations/1795294973531-sync-checkpoints.js';
import { ClientRegistrations1795295638061 } from './migrations/1795295638061-client-registrations.js';
import { HeldDeletions1795297127985 } from './migrations/1795297127985-held-deletions.js';
import { ClientRegistrationsKnown1795297649311 } from './migrations/1795297649311-client-registrations-known.js';
import { CustomProviders1795298336901 } from './migrations/1795298336901-custom-providers.js';
import { Lanes1795305851771 } from './migrations/1795305851771-lanes.js';
import { FunctionInvocations1795305867688 } from './migrations/1795305867688-function-invocations.js';
import { Deploys1795305936677 } from './migrations/1795305936677-deploys.js';
import { ActionSlots1795306192921 } from './migrations/1795306192921-action-slots.js';
import { RunLocks1795306295397 } from './migrations/1795306295397-run-locks.js';
import { WindowRuns1795307534518 } from './migrations/1795307534518-window-runs.js';
import { InvocationsComeAgain1795307553069 } from './migrations/1795307553069-invocations-come-again.js';
import { WebhookDeliveries1795307826913 } from './migrations/1795307826913-webhook-deliveries.js';
import { FunctionJobs1795308026050 } from './migrations/1795308026050-function-jobs.js';
import { SyncSlots1795308049962 } from './migrations/1795308049962-sync-slots.js';
import { InboundWebhooks1795308409308 } from './migrations/1795308409308-inbound-webhooks.js';
import { WebhookRuns1795308628281 } from './migrations/1795308628281-webhook-runs.js';
import { RecordsFoundByKey1795316800000 } from './migrations/1795316800000-records-found-by-key.js';
import { RecordCachesEmptiedAtOnce1795317990510 } from './migrations/1795317990510-record-caches-emptied-at-once.js';
import { FunctionVersionRetention1795318954714 } from './migrations/1795318954714-function-version-retention.js';
import { InstalledPackages1795319941746 } from './migrations/1795319941746-installed-packages.js';
import { WebhooksKeptByKind1795320300000 } from './migrations/1795320300000-webhooks-kept-by-kind.js';
import { WebhookRunsByTime1795320859209 } from './migrations/1795320859209-webhook-runs-by-time.js';
import { OpenSyncRuns1795342424425 } from './migrations/1795342424425-open-sync-runs.js';
import { RecordNotesOfDeletedConnections1795343000000 } from './migrations/1795343000000-record-notes-of-deleted-connections.js';
import { TrackingRemembersItsRun1795343420866 } from './migrations/1795343420866-tracking-remembers-its-run.js';
import { WebhooksFoundByConnection1795360517096 } from './migrations/1795360517096-webhooks-found-by-connection.js';
import { WebhookEventSizes1795362900000 } from './migrations/1795362900000-webhook-event-sizes.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [
  InitialSchema1763740800000,
  Operations1763740900000,
  ConnectSessions1795293287370,
  RecordTracking1795293869470,
  ConnectAttemptProgress1795293929511,
  Freshness1795294147438,
  SyncCheckpoints1795294973531,
  ClientRegistrations1795295638061,
  HeldDeletions1795297127985,
  ClientRegistrationsKnown1795297649311,
  CustomProviders1795298336901,
  Lanes1795305851771,
  FunctionInvocations1795305867688,
  Deploys1795305936677,
  ActionSlots1795306192921,
  RunLocks1795306295397,
  WindowRuns1795307534518,
  InvocationsComeAgain1795307553069,
  WebhookDeliveries1795307826913,
  FunctionJobs1795308026050,
  SyncSlots1795308049962,
  InboundWebhooks1795308409308,
  WebhookRuns1795308628281,
  RecordsFoundByKey1795316800000,
  RecordCachesEmptiedAtOnce1795317990510,
  FunctionVersionRetention1795318954714,
  InstalledPackages1795319941746,
  WebhooksKeptByKind1795320300000,
  WebhookRunsByTime1795320859209,
  OpenSyncRuns1795342424425,
  RecordNotesOfDeletedConnections1795343000000,
  TrackingRemembersItsRun1795343420866,
  WebhooksFoundByConnection1795360517096,
  WebhookEventSizes1795362900000,
];
