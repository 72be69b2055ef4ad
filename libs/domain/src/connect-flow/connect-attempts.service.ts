import { Injectable } from '@nestjs/common';
import { CONNECT_ERROR_TYPES, type ConnectAttempt, type ConnectErrorType } from '@svc/contracts';
import { ConnectAttemptRepository, Database, type AttemptProgress } from '@svc/database';
import { OperationLog } from '../logs/operation-log.service.js';

/** An attempt that is over, for the socket that waits for it. */
export interface EndedAttempt extends ConnectAttempt {
  readonly id: string;
  readonly wsClientId: string;
}

const LOST = { errorType: 'state_err', errorDescription: 'Nobody came back from the provider in time. Begin again.' };
const AT_ONCE = 500;

const UNKNOWN: ConnectAttempt = {
  status: 'unknown',
  provider_config_key: null,
  connection_id: null,
  is_pending: false,
  error_type: null,
  error_desc: null,
};

/** Tells those who wait how authorizations in browsers go. */
@Injectable()
export class ConnectAttempts {
  private readonly attempts: ConnectAttemptRepository;

  constructor(
    database: Database,
    private readonly log: OperationLog,
  ) {
    this.attempts = new ConnectAttemptRepository(database);
  }

  /** The latest attempt of a session with this name; `unknown` while the pop-up has not reached the gateway. */
  async view(sessionId: string, attempt: string): Promise<ConnectAttempt> {
    const progress = await this.attempts.findLatest(sessionId, attempt);
    return progress ? viewOf(progress) : UNKNOWN;
  }

  /** What is over of what these sockets wait for. */
  async findEnded(wsClientIds: readonly string[]): Promise<EndedAttempt[]> {
    const ended = await this.attempts.findEnded(wsClientIds);
    return ended.flatMap((progress) =>
      progress.wsClientId === null ? [] : [{ ...viewOf(progress), id: progress.id, wsClientId: progress.wsClientId }],
    );
  }

  /** Ends attempts that nobody came back from, and those whose process died. True when there may be more. */
  async endLost(): Promise<boolean> {
    const lost = await this.attempts.endLost(LOST, AT_ONCE);
    for (const { operationId } of lost) {
      if (operationId === null) continue;
      const error = { code: LOST.errorType, message: LOST.errorDescription };
      this.log.finish(operationId, { status: 'cancelled', error });
    }
    return lost.length === AT_ONCE;
  }
}

function viewOf(progress: AttemptProgress): ConnectAttempt {
  const { status, isLost, errorType, errorDescription } = progress;
  const isError = status === 'error';
  const isSuccess = status === 'success';
  return {
    status,
    provider_config_key: progress.providerConfigKey,
    connection_id: isSuccess ? progress.connectionId : null,
    is_pending: isSuccess && progress.isPending,
    error_type: isError ? typeOf(isLost ? LOST.errorType : errorType) : null,
    error_desc: isError ? (isLost ? LOST.errorDescription : errorDescription) : null,
  };
}

const typeOf = (text: string | null): ConnectErrorType =>
  CONNECT_ERROR_TYPES.find((type) => type === text) ?? 'unknown_err';
