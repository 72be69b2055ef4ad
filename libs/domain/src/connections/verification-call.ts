import type { Verification } from '@svc/contracts';
import { rawHeadersOf } from '@svc/http';
import { InterpolationContext, interpolateHeaders, interpolateTree, interpolateUrl } from '@svc/providers';
import { randomUUID } from 'node:crypto';
import type { Operation } from '../logs/operation.js';
import type { ProxyCall } from '../proxy/proxy-call.js';
import type { TestSubject } from './test-subject.js';

/** The proxied call by which credentials are tried at one of the definition's endpoints. */
export function verificationCall(
  subject: TestSubject,
  verification: Verification,
  endpoint: string,
  operation: Operation,
  signal: AbortSignal,
): ProxyCall {
  const { integration, connectionConfig, credentials } = subject;
  const context = new InterpolationContext({
    connectionConfig,
    credentials,
    integrationConfig: { ...integration.custom, ...integration.config },
  });
  const { data: template, base_url_override: baseUrl } = verification;
  const data = template === undefined ? undefined : interpolateTree(template, context);
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
    baseUrlOverride: baseUrl === undefined ? undefined : interpolateUrl(baseUrl, context),
    operation,
    signal,
  };
}
