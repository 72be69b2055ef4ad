import { Injectable } from '@nestjs/common';
import { oauthConnectQuerySchema, type OauthConnectQuery } from '@svc/contracts';
import { hashKey, randomSecret } from '@svc/crypto';
import { AppError, toErrorIssue } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import { EnvironmentPresentations } from '../accounts/environment-presentations.service.js';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import type { AuthorizationRequest, RedirectAuthorization } from '../auth-modes/redirect-authorization.js';
import { ConnectSessionLookup } from '../connect-sessions/connect-session-lookup.service.js';
import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';
import type { Operation } from '../logs/operation.js';
import { AttemptRecorder, type AttemptNames } from './attempt-recorder.service.js';
import { clientOverrideOf } from './client-override.js';
import { toConnectFailure, type ConnectFailure } from './connect-failure.js';
import type { ConnectTarget } from './connect-target.js';
import { ConnectTargets } from './connect-targets.service.js';
import { enteredConfig } from './entered-config.js';

/** Longest wait for a provider that has to be asked before the browser can go there. */
const TIMEOUT_MS = 30_000;

/** A browser that wants to go to a provider. */
export interface BrowserRequest {
  readonly providerConfigKey: string;
  /** Throws when there is none. */
  readonly token: () => string;
  /** As it came. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Where the browser goes. `cookie` binds it to the attempt whose id is `state`. */
export type RedirectBeginning =
  | {
      readonly kind: 'redirect';
      readonly url: string;
      readonly state: string;
      readonly cookie: string;
      readonly lifeMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly failure: ConnectFailure;
      /** Undefined when the token names no session. */
      readonly session: OpenConnectSession | undefined;
    };

/** Sends browsers to providers (wire contract, section 6). */
@Injectable()
export class RedirectBegin {
  constructor(
    private readonly sessions: ConnectSessionLookup,
    private readonly targets: ConnectTargets,
    private readonly modes: AuthModes,
    private readonly presentations: EnvironmentPresentations,
    private readonly recorder: AttemptRecorder,
  ) {}

  /** Failures are recorded on the attempt, so that the page that waits learns of them. */
  async begin(request: BrowserRequest): Promise<RedirectBeginning> {
    let session: OpenConnectSession | undefined;
    try {
      ({ session } = await this.sessions.authenticate(request.token()));
      await this.recorder.checkRoom(session);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'failed', failure: toConnectFailure(error), session };
    }
    const { providerConfigKey } = request;
    const names = namesOf(request);
    let operation: Operation | undefined;
    try {
      const query = parse(request.query);
      const target = await this.targets.find(session, providerConfigKey);
      operation = this.recorder.startOperation(session, providerConfigKey, target);
      return await this.send({ session, target, query, names, operation });
    } catch (error) {
      operation ??= this.recorder.startOperation(session, providerConfigKey);
      return { kind: 'failed', failure: await this.recorder.refuse(session, names, error, operation), session };
    }
  }

  private async send({ session, target, query, names, operation }: Beginning): Promise<RedirectBeginning> {
    const { provider, integration, existing, connectionId } = target;
    const defaults = session.defaults[integration.uniqueKey];
    const redirect = this.redirectOf(target);
    const entered = enteredConfig(provider, {
      params: query.params ?? {},
      defaults,
      existing: existing?.connectionConfig,
    });
    const request: AuthorizationRequest = {
      state: randomUUID(),
      redirectUri: await this.redirectUriOf(session),
      userScopes: defaults?.user_scopes ?? query.user_scope,
      authorizationParams: { ...query.authorization_params, ...defaults?.authorization_params },
      override: clientOverrideOf(query.credentials, defaults?.connection_config),
    };
    const subject = { provider, integration, connectionConfig: { ...existing?.connectionConfig, ...entered } };
    const { url, memory } = await redirect.begin(subject, request, AbortSignal.timeout(TIMEOUT_MS));
    const { state, redirectUri, override } = request;
    const cookie = randomSecret();
    const { lifeMs } = await this.recorder.start(
      { ...names, id: state, session, integrationId: integration.id, operation, cookieHash: hashKey(cookie) },
      { strategy: { ...memory }, redirectUri, override, connectionId, entered: { ...entered }, lang: query.lang },
    );
    return { kind: 'redirect', url, state, cookie, lifeMs };
  }

  private redirectOf({ provider, integration }: ConnectTarget): RedirectAuthorization {
    const { redirect } = this.modes.for(provider.auth_mode);
    if (redirect && provider.installation !== 'outbound') return redirect;
    throw new AppError(
      'invalid_auth_mode',
      `The integration "${integration.uniqueKey}" is connected with typed-in credentials (auth mode ${provider.auth_mode}), not at the provider.`,
    );
  }

  private async redirectUriOf({ environmentId }: OpenConnectSession): Promise<string> {
    const presentation = await this.presentations.find(environmentId);
    if (presentation) return presentation.redirectUri;
    throw new AppError('unknown_connect_session_token', 'The environment of this session was deleted meanwhile.');
  }
}

interface Beginning {
  readonly session: OpenConnectSession;
  readonly target: ConnectTarget;
  readonly query: OauthConnectQuery;
  readonly names: AttemptNames;
  readonly operation: Operation;
}

function parse(raw: BrowserRequest['query']): OauthConnectQuery {
  const { data, error } = oauthConnectQuerySchema.safeParse(raw);
  if (data) return data;
  const errors = error.issues.map(toErrorIssue);
  const [first] = errors;
  throw new AppError('invalid_query_params', `${first?.path.join('.') || 'query'}: ${first?.message}`, { errors });
}

/** Read apart from the rest, so that a mistake in that can be told to the page that waits. */
function namesOf({ providerConfigKey, query }: BrowserRequest): AttemptNames {
  const { attempt, ws_client_id: wsClientId } = oauthConnectQuerySchema.shape;
  return {
    providerConfigKey,
    attempt: attempt.safeParse(query['attempt']).data ?? null,
    wsClientId: wsClientId.safeParse(query['ws_client_id']).data ?? null,
  };
}
