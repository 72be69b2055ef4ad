import type { z } from 'zod';
import type { ActionError } from '../action-error.js';
import type { MetadataSchema } from '../definitions/definition-schemas.js';
import type { Connection, ConnectionCredentials, GetConnectionOptions, OAuth1Token } from './connection.js';
import type { EnvironmentVariable, GetIntegrationOptions, Integration } from './integration.js';
import type { LogOptions } from './logging.js';
import type { ProviderData } from './provider-answer.js';
import type { ProxyConfiguration, ProxyResponse } from './proxy-configuration.js';

/** What every function gets as its first parameter (specification, "Runtime helpers"). */
export interface FunctionHelpers<TMetadata extends MetadataSchema = z.ZodVoid> {
  /** Id of the connection that the function runs for. */
  readonly connectionId: string;
  /** Key of the connection's integration. */
  readonly providerConfigKey: string;
  /** Name of the integration's provider. */
  readonly provider: string;
  /** Throw one to give the caller a descriptive error. */
  readonly ActionError: typeof ActionError;

  /** Calls the provider. Throws a {@link ProxyError} for a status outside 200 to 299 or when no answer came. */
  proxy<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  get<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  post<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  put<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  patch<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  delete<T = ProviderData>(config: ProxyConfiguration): Promise<ProxyResponse<T>>;
  /** The pages of a list, one at a time; each is the array at `paginate.response_path`. */
  paginate<T = ProviderData>(config: ProxyConfiguration): AsyncGenerator<T[], undefined, void>;

  /** Writes a line to the log of the run: a message, values of your own, then options. Default level `info`, at most 100 kB. */
  log(message: unknown, ...values: unknown[]): Promise<void>;
  /** Drops the following lines that are less severe than this level. */
  setLogger(options: LogOptions): void;

  /** The connection with its credentials; kept for 60 seconds. */
  getConnection(providerConfigKey?: string, connectionId?: string, options?: GetConnectionOptions): Promise<Connection>;
  /** The access token, the token pair of OAuth 1, or the credentials of any other kind. */
  getToken(): Promise<string | OAuth1Token | ConnectionCredentials>;
  /** Metadata of the connection. */
  getMetadata<T = z.infer<TMetadata>>(): Promise<T>;
  /** Replaces the metadata. */
  setMetadata(metadata: Record<string, unknown>): Promise<void>;
  /** Merges the given properties into the metadata. */
  updateMetadata(metadata: Record<string, unknown>): Promise<void>;
  /** The integration; kept for 10 minutes. */
  getIntegration(options?: GetIntegrationOptions): Promise<Integration>;
  /** The environment's variables. */
  getEnvironmentVariables(): Promise<EnvironmentVariable[]>;

  /**
   * Runs another action of this connection and gives what it returned. It runs as if it were called from outside, with its own
   * limits; functions may trigger each other five deep.
   *
   * @throws {TriggeredActionError} an {@link ActionError}, with the payload of the one that the action threw, or with the code of
   *   another failure.
   */
  triggerAction<T = unknown>(actionName: string, input?: unknown): Promise<T>;
  /** Runs an action of another connection of the environment. */
  triggerAction<T = unknown>(
    providerConfigKey: string,
    connectionId: string,
    actionName: string,
    input?: unknown,
  ): Promise<T>;
  /** URL to which the provider sends webhooks for this integration; null where it sends none. */
  getWebhookURL(): Promise<string | null>;
}
