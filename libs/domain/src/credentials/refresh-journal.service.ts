import { Injectable } from '@nestjs/common';
import type { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import { OperationLog } from '../logs/operation-log.service.js';
import type { FoundConnection } from './found-connection.js';
import type { RefreshCause } from './refresh-cause.js';

/** One attempt that is under way. */
export interface JournaledRefresh {
  /** Of the operation; what `errors[].log_id` names. */
  readonly id: string;
  readonly cause: RefreshCause;
  readonly startedAtMs: number;
}

/** The history of a connection's refreshes: an operation `refresh_token` each, with who asked, how it ended and how long it took. */
@Injectable()
export class RefreshJournal {
  constructor(private readonly log: OperationLog) {}

  begin({ integration, connection }: FoundConnection, cause: RefreshCause): JournaledRefresh {
    const { id } = this.log.start({
      environmentId: integration.environmentId,
      type: 'auth',
      action: 'refresh_token',
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
      connectionId: connection.id,
      connectionKey: connection.connectionId,
      ...(cause.workflowId !== undefined && { workflowId: cause.workflowId }),
    });
    return { id, cause, startedAtMs: Date.now() };
  }

  succeeded({ id, ...refresh }: JournaledRefresh, expiresAt: Date | null): void {
    const message = 'The access token was refreshed.';
    this.log.log(id, { level: 'info', message, payload: { ...detailsOf(refresh), expires_at: expiresAt } });
    this.log.finish(id, { status: 'success' });
  }

  failed({ id, ...refresh }: JournaledRefresh, { kind, message, answer }: TokenFailure): void {
    const payload = { ...detailsOf(refresh), ...answer, reason: kind };
    this.log.log(id, { level: 'error', message, payload });
    this.log.finish(id, { status: 'failed', error: { code: kind, message } });
  }
}

const detailsOf = ({ cause, startedAtMs }: Omit<JournaledRefresh, 'id'>): Record<string, unknown> => ({
  trigger: cause.trigger,
  duration_ms: Date.now() - startedAtMs,
});
