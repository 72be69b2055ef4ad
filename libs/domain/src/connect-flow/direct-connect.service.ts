import { Injectable } from '@nestjs/common';
import type { Connected, DirectRoute } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { AuthModes } from '../auth-modes/auth-modes.service.js';
import type { DirectAuthorization, DirectInput } from '../auth-modes/direct-authorization.js';
import { TokenFailure } from '../auth-modes/tokens/token-failure.js';
import type { OpenConnectSession } from '../connect-sessions/open-connect-session.js';
import { accountOwnerOf } from './account-owner.js';
import { AttemptRecorder } from './attempt-recorder.service.js';
import { ConnectFinisher } from './connect-finisher.service.js';
import type { ConnectTarget } from './connect-target.js';
import { ConnectTargets } from './connect-targets.service.js';
import { enteredConfig } from './entered-config.js';
import { tokenFailureMessage } from './token-failure-message.js';

/** Longest wait for the provider's answer to typed-in credentials. */
const TIMEOUT_MS = 60_000;

/** Somebody typed credentials in. */
export interface TypedInRequest {
  readonly session: OpenConnectSession;
  readonly providerConfigKey: string;
  readonly route: Pick<DirectRoute, 'mode' | 'isOutbound'>;
  readonly input: DirectInput;
  readonly params: Readonly<Record<string, string>>;
  /** The person's browser is gone. */
  readonly gone: AbortSignal;
}

/** Connects accounts by credentials that people type in (wire contract, section 6). */
@Injectable()
export class DirectConnect {
  constructor(
    private readonly targets: ConnectTargets,
    private readonly modes: AuthModes,
    private readonly recorder: AttemptRecorder,
    private readonly finisher: ConnectFinisher,
  ) {}

  /**
   * @throws AppError 404 `unknown_provider_config`, 400 `integration_not_allowed`, `invalid_auth_mode`,
   *   `invalid_query_params`, `invalid_body`, `connection_test_failed`
   */
  async connect(request: TypedInRequest): Promise<Connected> {
    const { session, providerConfigKey } = request;
    const target = await this.targets.find(session, providerConfigKey);
    const direct = this.directOf(request, target);
    const operation = this.recorder.startOperation(session, providerConfigKey, target);
    try {
      const { provider, integration, existing } = target;
      const defaults = session.defaults[integration.uniqueKey];
      const entered = enteredConfig(provider, {
        params: request.params,
        defaults,
        existing: existing?.connectionConfig,
      });
      if (request.gone.aborted) throw nobodyWaits();
      const obtained = await direct.obtain(
        {
          provider,
          integration,
          connectionConfig: { ...existing?.connectionConfig, ...entered },
          owner: accountOwnerOf(session),
        },
        withOwnApp(request, defaults?.connection_config),
        AbortSignal.timeout(TIMEOUT_MS),
      );
      const connectionId = await this.finisher.save({ session, target, entered, operation }, obtained);
      this.recorder.succeedOperation(operation);
      return { providerConfigKey: integration.uniqueKey, connectionId };
    } catch (error) {
      const failure = this.recorder.fail(operation.id, error);
      if (isOfProvider(error)) await this.finisher.report({ session, target }, failure);
      throw error instanceof TokenFailure ? testFailed(error) : error;
    }
  }

  private directOf({ route, providerConfigKey }: TypedInRequest, { provider }: ConnectTarget): DirectAuthorization {
    const { direct } = this.modes.for(provider.auth_mode);
    const isOutbound = provider.installation === 'outbound';
    if (direct && provider.auth_mode === route.mode && isOutbound === (route.isOutbound ?? false)) return direct;
    throw new AppError(
      'invalid_auth_mode',
      `The integration "${providerConfigKey}" has the auth mode ${provider.auth_mode}: connect it through the route of that mode.`,
    );
  }
}

/** Nothing was asked yet. Later it is too late to turn back: a token may have been given. */
const nobodyWaits = (): AppError =>
  new AppError('invalid_request', 'The browser went away before the provider was asked.');

/** The app that the customer's backend names wins over one that was typed in. */
function withOwnApp(
  { route, input }: TypedInRequest,
  fixed: Readonly<Record<string, unknown>> | undefined,
): DirectInput {
  if (route.mode !== 'TBA' || !fixed?.['oauth_client_id_override']) return input;
  const { oauth_client_id_override, oauth_client_secret_override } = fixed;
  return { ...input, oauth_client_id_override, oauth_client_secret_override };
}

/** What a person mistyped is between them and the form; what a provider refused is told to the customer. */
const isOfProvider = (error: unknown): boolean => error instanceof TokenFailure;

const testFailed = (failure: TokenFailure): AppError =>
  new AppError('connection_test_failed', tokenFailureMessage(failure), {
    payload: { reason: failure.kind, ...(failure.answer && { provider_status: failure.answer.status }) },
    cause: failure,
  });
