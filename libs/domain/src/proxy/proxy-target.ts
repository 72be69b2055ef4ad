import type { Provider } from '@svc/contracts';

/** Credentials as they are stored: a type, and the fields that go with it (wire contract, section 17). */
export interface TypedCredentials {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Everything that a proxied call needs to know about where it goes. */
export interface ProxyTarget {
  readonly provider: Provider;
  readonly integration: {
    readonly id: number;
    readonly uniqueKey: string;
    /** App credentials: `client_id`, `client_secret`, … */
    readonly credentials: Readonly<Record<string, string>>;
    /** Integration configuration, free-form values included. */
    readonly config: Readonly<Record<string, string>>;
  };
  readonly connection: {
    readonly id: number;
    readonly connectionId: string;
    readonly connectionConfig: Readonly<Record<string, unknown>>;
    readonly credentials: TypedCredentials;
    /** Rises with each change of the credentials. */
    readonly credentialsVersion: number;
  };
}

/** Which connection a call means. */
export interface ProxyTargetQuery {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionId: string;
}

/** Finds integration and connection, with credentials that are valid now. */
export abstract class ProxyTargets {
  /** @throws AppError `unknown_provider_config`, `unknown_connection`, or what the refresh of the credentials ended with. */
  abstract resolve(query: ProxyTargetQuery): Promise<ProxyTarget>;
}
