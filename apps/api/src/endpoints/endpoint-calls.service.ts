import { Injectable } from '@nestjs/common';
import {
  listRecordsQuerySchema,
  satisfiesScope,
  type EnvironmentScope,
  type TriggerActionHeaders,
} from '@svc/contracts';
import {
  ActionTriggers,
  ConnectionLookup,
  DeclaredEndpoints,
  RecordReader,
  type RecordPageBody,
  type ActionTriggerOutcome,
  type EnvironmentCaller,
} from '@svc/domain';
import { AppError, toErrorIssue } from '@svc/errors';
import type { NamedConnection } from '../edge/connection-headers.decorator.js';

/** A call of an endpoint that a function declared. */
export interface EndpointCall {
  readonly caller: EnvironmentCaller;
  readonly connection: NamedConnection;
  readonly method: string;
  /** Below `/v1`, with its slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: TriggerActionHeaders;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

/** What answers the call: an action's outcome, or JSON text of records. */
export type EndpointAnswer = ActionTriggerOutcome | { readonly kind: 'records'; readonly json: RecordPageBody };

/** Calls of declared endpoints, as the action or the list of records that they stand for. */
@Injectable()
export class EndpointCalls {
  constructor(
    private readonly connections: ConnectionLookup,
    private readonly endpoints: DeclaredEndpoints,
    private readonly actions: ActionTriggers,
    private readonly records: RecordReader,
  ) {}

  /** @throws {AppError} `unknown_connection`, `not_found`, `forbidden`; what the action or the list answers. */
  async call(call: EndpointCall): Promise<EndpointAnswer> {
    const { environmentId } = call.caller;
    const { integration, connection } = await this.connections.find({ environmentId, ...call.connection });
    if (!integration || !connection)
      throw new AppError('unknown_connection', 'Provider-Config-Key, Connection-Id: there is no such connection.');
    const endpoint = await this.endpoints.find(integration.id, call.method, call.path);
    if (!endpoint)
      throw new AppError(
        'not_found',
        `No function of the integration declares the endpoint ${call.method} ${call.path}.`,
      );
    if (endpoint.kind === 'action') return await this.trigger(call, endpoint.name);
    return await this.list(call, endpoint.model);
  }

  private async trigger(call: EndpointCall, actionName: string): Promise<EndpointAnswer> {
    const { caller, connection, body, query, headers, signal } = call;
    requireScope(caller, 'environment:actions:execute');
    const { environmentId, environmentName } = caller;
    const input = body ?? (Object.keys(query).length === 0 ? undefined : query);
    return await this.actions.trigger(
      { environmentId, environmentName, ...connection, actionName, input },
      headers,
      signal,
    );
  }

  private async list({ caller, connection, query }: EndpointCall, model: string): Promise<EndpointAnswer> {
    requireScope(caller, 'environment:records:read');
    const parsed = listRecordsQuerySchema.safeParse({ ...query, model });
    if (!parsed.success) {
      const errors = parsed.error.issues.map(toErrorIssue);
      const message = `${errors[0]?.path.join('.') ?? 'query'}: ${errors[0]?.message ?? 'is invalid'}`;
      throw new AppError('invalid_query_params', message, { errors });
    }
    const address = { environmentId: caller.environmentId, ...connection };
    return { kind: 'records', json: await this.records.readPage(address, parsed.data) };
  }
}

function requireScope({ scopes }: EnvironmentCaller, scope: EnvironmentScope): void {
  if (!satisfiesScope(scopes, scope))
    throw new AppError('forbidden', `This key lacks the scope ${scope}, which the endpoint needs.`);
}
