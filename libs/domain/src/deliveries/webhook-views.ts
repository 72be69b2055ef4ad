import type { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEvent } from '@svc/contracts';
import type { WebhookAttemptLine, WebhookDeliveryLine, WebhookEndpointLine, WebhookEventLine } from '@svc/database';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const eventView = ({ id, type, connectionId, createdAt }: WebhookEventLine): WebhookEvent => ({
  id,
  type,
  connection_id: connectionId,
  created_at: createdAt,
});

export const deliveryView = (row: WebhookDeliveryLine): WebhookDelivery => ({
  id: row.id,
  event_id: row.eventId,
  endpoint_id: row.endpointId,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  created_at: row.createdAt.toISOString(),
  due_at: iso(row.dueAt),
  finished_at: iso(row.finishedAt),
});

export const attemptView = ({ startedAt, durationMs, status, error, answer }: WebhookAttemptLine): WebhookAttempt => ({
  started_at: startedAt.toISOString(),
  duration_ms: durationMs,
  status,
  error,
  answer,
});

export const endpointView = (row: WebhookEndpointLine): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  state: stateOf(row),
  failing_since: iso(row.failingSince),
  parked_until: iso(row.parkedUntil),
  last_success_at: iso(row.lastSuccessAt),
  last_failure_at: iso(row.lastFailureAt),
  last_error: row.lastError,
});

function stateOf({ isPaused, isProbing, parkedUntil, failures }: WebhookEndpointLine): WebhookEndpoint['state'] {
  if (isPaused) return 'paused';
  if (isProbing || parkedUntil) return 'parked';
  return failures > 0 ? 'failing' : 'open';
}
