import { Injectable } from '@nestjs/common';
import { endUserSchema, WEBHOOK_FROM, type AuthMode } from '@svc/contracts';
import { Database, type Transaction } from '@svc/database';
import { storableText } from '@svc/observability';
import { WebhookDispatch, type WebhookSwitch } from '../deliveries/webhook-dispatch.service.js';

/** Something that happened to an authorization (wire contract, section 15, type `auth`). */
export interface AuthEvent {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly provider: string;
  readonly authMode: AuthMode;
  /** As the customer knows it. */
  readonly connectionId: string;
  /** The gateway's number; null where no connection came of it. */
  readonly id: number | null;
  readonly operation: 'creation' | 'override' | 'refresh';
  readonly tags: Readonly<Record<string, string>>;
  readonly endUser: Readonly<Record<string, unknown>> | null;
  /** Missing when it went well. */
  readonly error?: { readonly type: string; readonly description: string };
}

const SWITCHES: Readonly<Record<AuthEvent['operation'], WebhookSwitch | undefined>> = {
  creation: 'on_auth_creation',
  override: undefined,
  refresh: 'on_auth_refresh_error',
};

/** Writes down what customers are told about authorizations, in the transaction in which it happens. */
@Injectable()
export class AuthEvents {
  constructor(
    private readonly database: Database,
    private readonly dispatch: WebhookDispatch,
  ) {}

  async record(event: AuthEvent, tx?: Transaction): Promise<void> {
    if (!tx) return await this.database.transaction((own) => this.record(event, own));
    const { environmentId, id: connectionId, operation } = event;
    const onlyIf = SWITCHES[operation];
    await this.dispatch.send(tx, [
      {
        environmentId,
        connectionId,
        type: 'auth',
        payload: payloadOf(event),
        namesEnvironment: true,
        ...(onlyIf && { onlyIf }),
      },
    ]);
  }
}

function payloadOf(event: AuthEvent): Record<string, unknown> {
  const endUser = event.endUser && endUserSchema.parse(event.endUser);
  return {
    from: WEBHOOK_FROM.canonical,
    type: 'auth',
    connectionId: event.connectionId,
    providerConfigKey: event.providerConfigKey,
    authMode: event.authMode,
    provider: event.provider,
    operation: event.operation,
    success: event.error === undefined,
    tags: event.tags,
    ...(endUser && {
      endUser: {
        endUserId: endUser.id,
        endUserEmail: endUser.email,
        ...(endUser.organization && { organizationId: endUser.organization.id }),
        tags: endUser.tags ?? {},
      },
    }),
    // The words may be a provider's.
    ...(event.error && { error: { ...event.error, description: storableText(event.error.description) } }),
  };
}
