import { Injectable } from '@nestjs/common';
import type { Credentials, Provider, Verification } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { DEFAULT_BACKOFF, OutboundClient, rawHeadersOf } from '@svc/http';
import { InterpolationContext, interpolateHeaders, interpolateTree, interpolateUrl } from '@svc/providers';
import { randomUUID } from 'node:crypto';
import type { OpenIntegration } from '../credentials/fresh-connection.js';
import type { Operation } from '../logs/operation.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { ProxyService } from '../proxy/proxy.service.js';
import type { ProxyCall } from '../proxy/proxy-call.js';

/** A connection that does not exist yet. */
export interface TestSubject {
  readonly provider: Provider;
  readonly integration: OpenIntegration;
  readonly connectionId: string;
  readonly connectionConfig: Readonly<Record<string, unknown>>;
  readonly credentials: Credentials;
}

/** What a test shows: `refused` only where the provider answered that it does not know the credentials. */
export type TestVerdict = 'works' | 'refused' | 'unknown';

/** Types that the provider's verification call is made for; tokens show what they are worth when they are renewed. */
const TESTED_TYPES: ReadonlySet<Credentials['type']> = new Set<Credentials['type']>(['API_KEY', 'BASIC', 'TBA']);

const TIMEOUT_MS = 20_000;

/** 403 is no answer about the credentials: they may lack a right that only the test needs. */
const REFUSED = 401;

/** Proves credentials by a harmless call to the provider before they are saved (wire contract, section 18, "Verification"). */
@Injectable()
export class ConnectionTest {
  constructor(
    private readonly client: OutboundClient,
    private readonly log: OperationLog,
  ) {}

  /**
   * Tries the verification endpoints in order; the first success passes. Nothing is tried where the provider names none.
   *
   * @throws AppError `connection_test_failed`
   */
  async run(subject: TestSubject, operation: Operation): Promise<void> {
    const verification = subject.provider.proxy?.verification;
    if (!verification || !TESTED_TYPES.has(subject.credentials.type)) return;
    const failures: string[] = [];
    for (const endpoint of verification.endpoints) {
      const answer = await this.tryEndpoint(subject, verification, endpoint, operation);
      if (isSuccess(answer)) return;
      failures.push(typeof answer === 'string' ? answer : `it answered ${answer}`);
    }
    throw new AppError(
      'connection_test_failed',
      `The provider did not accept the credentials (${failures.join('; ')}). Check them and the connection's configuration.`,
      { payload: { operation_id: operation.id } },
    );
  }

  /** Tries credentials that are stored, of any type. Whatever is not an answer about them is `unknown`. */
  async check(subject: TestSubject, operation: Operation): Promise<TestVerdict> {
    const verification = subject.provider.proxy?.verification;
    if (!verification || subject.credentials.type === 'NONE') return 'unknown';
    let isRefused = true;
    for (const endpoint of verification.endpoints) {
      const answer = await this.tryEndpoint(subject, verification, endpoint, operation);
      if (isSuccess(answer)) return 'works';
      isRefused &&= answer === REFUSED;
    }
    return isRefused ? 'refused' : 'unknown';
  }

  /** The status of the answer, or what went wrong before there was one. */
  private async tryEndpoint(
    subject: TestSubject,
    verification: Verification,
    endpoint: string,
    operation: Operation,
  ): Promise<number | string> {
    try {
      const call = callOf(subject, verification, endpoint, operation);
      const { status, body } = await this.proxyFor(subject).forward(call);
      body.destroy();
      return status;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }

  /** The proxy, aimed at a connection that is not in the database. */
  private proxyFor({ provider, integration, connectionId, connectionConfig, credentials }: TestSubject): ProxyService {
    const connection = { id: 0, connectionId, connectionConfig, credentials, credentialsVersion: 0 };
    const config = { ...integration.config, ...integration.custom };
    const target = { provider, integration: { ...integration, config }, connection };
    return new ProxyService({ resolve: async () => target }, this.client, this.log, DEFAULT_BACKOFF);
  }
}

const isSuccess = (answer: number | string): boolean => typeof answer === 'number' && answer < 400;

function callOf(subject: TestSubject, verification: Verification, endpoint: string, operation: Operation): ProxyCall {
  const { integration, connectionConfig, credentials } = subject;
  const context = new InterpolationContext({
    connectionConfig,
    credentials,
    integrationConfig: { ...integration.config, ...integration.custom },
  });
  const data = verification.data === undefined ? undefined : interpolateTree(verification.data, context);
  const content = data === undefined ? undefined : Buffer.from(JSON.stringify(data));
  const headers = {
    ...(content && { 'content-type': 'application/json' }),
    ...interpolateHeaders(verification.headers, context),
  };
  return {
    environmentId: integration.environmentId,
    providerConfigKey: integration.uniqueKey,
    connectionId: subject.connectionId,
    requestId: randomUUID(),
    method: verification.method,
    endpoint: interpolateUrl(endpoint, context),
    headers: { passedOn: [], explicit: rawHeadersOf(headers) },
    body: content && { content, length: content.length },
    retries: 0,
    baseUrlOverride:
      verification.base_url_override === undefined
        ? undefined
        : interpolateUrl(verification.base_url_override, context),
    operation,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
}
