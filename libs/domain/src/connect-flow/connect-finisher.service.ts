import { Injectable } from '@nestjs/common';
import type { ObtainedCredentials } from '../auth-modes/obtained-credentials.js';
import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';
import { ConnectionEstablisher } from '../connections/connection-establisher.service.js';
import type { Operation } from '../logs/operation.js';
import { AuthEvents } from '../webhook-events/auth-events.service.js';
import type { ConnectFailure } from './connect-failure.js';
import type { ConnectTarget } from './connect-target.js';

/** An authorization, and what it is for. */
export interface Authorization {
  readonly session: OpenConnectSession;
  readonly target: ConnectTarget;
  /** What people entered for `connection_config`. */
  readonly entered: Readonly<Record<string, unknown>>;
  readonly operation: Operation;
}

/** Failures that the establisher tells customers of itself. */
const TOLD_ALREADY = new Set(['connection_test_failed']);

/** Turns obtained credentials into a connection, in the way that the session wants it. */
@Injectable()
export class ConnectFinisher {
  constructor(
    private readonly establisher: ConnectionEstablisher,
    private readonly events: AuthEvents,
  ) {}

  /**
   * Later ones win: what the connection had, what the provider said, what people entered (wire contract, section 6).
   *
   * @returns the connection's id, as customers know it.
   * @throws AppError as {@link ConnectionEstablisher.establish}
   */
  async save({ session, target, entered, operation }: Authorization, obtained: ObtainedCredentials): Promise<string> {
    const { provider, integration, existing, connectionId } = target;
    await this.establisher.establish({
      provider,
      integration,
      connectionId,
      obtained,
      connectionConfig: { ...existing?.connectionConfig, ...obtained.connectionConfig, ...entered },
      tags: session.tags ? { ...existing?.tags, ...session.tags } : undefined,
      endUser: session.endUser ?? undefined,
      webhookUrl: webhookUrlOf(session, integration.uniqueKey),
      action: existing ? 'reconnect' : 'connect',
      operation,
    });
    return connectionId;
  }

  /** Customers are told of an authorization that failed (wire contract, section 15). */
  async report(
    { session, target }: Omit<Authorization, 'entered' | 'operation'>,
    failure: ConnectFailure,
  ): Promise<void> {
    if (TOLD_ALREADY.has(failure.code)) return;
    const { provider, integration, existing, connectionId } = target;
    await this.events.record({
      environmentId: integration.environmentId,
      providerConfigKey: integration.uniqueKey,
      provider: provider.name,
      authMode: provider.auth_mode,
      connectionId,
      id: existing?.id ?? null,
      operation: existing ? 'override' : 'creation',
      tags: { ...existing?.tags, ...session.tags },
      endUser: session.endUser ? { ...session.endUser } : (existing?.endUser ?? null),
      error: { type: failure.errorType, description: failure.message },
    });
  }
}

/** One for the whole session wins over the deprecated one in an integration's defaults. */
const webhookUrlOf = ({ webhookUrl, defaults }: OpenConnectSession, uniqueKey: string): string | undefined =>
  webhookUrl ?? (defaults[uniqueKey]?.connection_config?.webhook_url || undefined);
