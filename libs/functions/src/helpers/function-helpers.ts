import type { ActionError } from '../action-error.js';
import type { MetadataSchema, NoMetadata } from '../definitions/definition-schemas.js';
import type { OutputOf, Schema } from '../definitions/schema.js';
import type { Connection, GetConnectionOptions, OAuth1Token } from './connection.js';
import type { ConnectionCredentials } from './credentials.js';
import type { FetchResponse, UncontrolledFetchOptions } from './fetch.js';
import type { EnvironmentVariable, GetIntegrationOptions, Integration } from './integration.js';
import type { AcquireLockOptions, LockOptions } from './lock.js';
import type { LogOptions } from './logging.js';
import type { ProviderData } from './provider-answer.js';
import type { ProxyConfiguration, ProxyResponse } from './proxy-configuration.js';
import type { SyncReference, TriggerSyncOptions } from './trigger-sync.js';
import type { ZodValidated, ZodValidation } from './zod-validation.js';

/** What every function gets as its first parameter (specification, "Runtime helpers"). */
export interface FunctionHelpers<TMetadata extends MetadataSchema = NoMetadata> {
  /** Id of the connection that the function runs for. */
  readonly connectionId: string;
  /** Key of the connection's integration. */
  readonly providerConfigKey: string;
  /** Name of the integration's provider. */
  readonly provider: string;
  /** Name of the environment. */
  readonly environmentName: string;
  /** Throw one to give the caller a descriptive error. */
  readonly ActionError: typeof ActionError;

  /**
   * Calls the provider with the connection's credentials.
   * @throws {ProxyError} for a status outside 200 to 299, or when no answer came
   */
  proxy<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /** As {@link proxy}, with method GET. */
  get<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /** As {@link proxy}, with method POST. */
  post<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /** As {@link proxy}, with method PUT. */
  put<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /** As {@link proxy}, with method PATCH. */
  patch<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /** As {@link proxy}, with method DELETE. */
  delete<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /**
   * The pages of a list, one at a time; each is the array at `paginate.response_path`.
   * @throws {TypeError} when neither the call nor the provider's definition says how to page, or the answer holds no list
   */
  paginate<T = ProviderData>(config: ProxyConfiguration): AsyncGenerator<T[], undefined, void>;
  /**
   * Calls any other address, without credentials and without retries. An answer with an error status is no error.
   * @throws {ActionError} for an address that functions may not call
   * @throws {ProxyError} when no answer came
   */
  uncontrolledFetch(options: UncontrolledFetchOptions): Promise<FetchResponse>;

  /** Writes a line to the log of the run: a message, values of your own, then options. Default level `info`, at most 100 kB. */
  log(message: unknown, ...values: unknown[]): Promise<void>;
  /** Drops the following lines that are less severe than this level. */
  setLogger(options: LogOptions): void;
  /**
   * Checks a value against a zod schema; what does not match is logged.
   * @throws {ActionError} with the issues, when it does not match
   */
  zodValidateInput<TSchema extends Schema>(
    validation: ZodValidation<TSchema>,
  ): Promise<ZodValidated<OutputOf<TSchema>>>;

  /** The connection with its credentials; kept for 60 seconds. Another one of the environment by its integration and id. */
  getConnection(providerConfigKey?: string, connectionId?: string, options?: GetConnectionOptions): Promise<Connection>;
  /** The access token, the token pair of OAuth 1, or the credentials of any other kind. */
  getToken(): Promise<string | OAuth1Token | ConnectionCredentials>;
  /** Metadata of the connection. Name its type where the definition has no schema for it. */
  getMetadata<T = OutputOf<TMetadata>>(): Promise<T>;
  /** Replaces the metadata. */
  setMetadata(metadata: Record<string, unknown>): Promise<void>;
  /** Merges the given properties into the metadata. */
  updateMetadata(metadata: Record<string, unknown>): Promise<void>;
  /** The integration; kept for 10 minutes. */
  getIntegration(options?: GetIntegrationOptions): Promise<Integration>;
  /** The environment's variables. */
  getEnvironmentVariables(): Promise<EnvironmentVariable[]>;

  /** URL to which the provider sends webhooks for this integration; null where it sends none. */
  getWebhookURL(): Promise<string | null>;

  /**
   * Runs another action of this connection and gives what it returned. It runs as if it were called from outside, with its own
   * limits; functions may trigger each other five deep.
   * @throws {TriggeredActionError} an {@link ActionError}, with the payload of the one that the action threw, or with the code of
   *   another failure
   */
  triggerAction<TOutput = ProviderData>(actionName: string, input?: unknown): Promise<TOutput>;
  /** Runs an action of another connection of the environment. */
  triggerAction<TOutput = ProviderData>(
    providerConfigKey: string,
    connectionId: string,
    actionName: string,
    input?: unknown,
  ): Promise<TOutput>;
  /** @deprecated Name the type of the output alone. */
  triggerAction<TInput, TOutput>(
    providerConfigKey: string,
    connectionId: string,
    actionName: string,
    input?: TInput,
  ): Promise<TOutput>;
  /** Starts a run of a sync, of this connection or another one; does not wait for it. */
  triggerSync(
    providerConfigKey: string,
    connectionId: string,
    sync: SyncReference,
    options?: TriggerSyncOptions,
  ): Promise<void>;
  /** @deprecated Name what the trigger does: `{ reset, emptyCache }`. */
  triggerSync(
    providerConfigKey: string,
    connectionId: string,
    sync: SyncReference,
    mode: boolean | 'incremental' | 'full_refresh' | 'full_refresh_and_clear_cache',
  ): Promise<void>;
  /** Starts the schedule of a sync that was paused or does not start by itself. */
  startSync(providerConfigKey: string, connectionId: string, sync: SyncReference): Promise<void>;

  /**
   * Takes a lock that the runs of the environment share. It ends with its time, with {@link releaseLock} or with the run; one
   * that the run holds already gets the new time.
   * @returns false when another run holds it
   */
  tryAcquireLock(options: AcquireLockOptions): Promise<boolean>;
  /** Gives a lock of this run back. @returns false when this run did not hold it */
  releaseLock(options: LockOptions): Promise<boolean>;
  /** Gives back every lock that this run holds. */
  releaseAllLocks(): Promise<void>;
}
