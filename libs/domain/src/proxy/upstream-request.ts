import type { Readable } from 'node:stream';
import { headerValue, type OutboundRequest } from '@svc/http';
import { interpolateHeaders, interpolateQuery, type InterpolationContext } from '@svc/providers';
import { authStrategyOf } from './auth/auth-strategies.js';
import { resolveBaseUrl } from './base-url.js';
import { mergeHeaders } from './forwarded-headers.js';
import { interpolationContext, withRequestParts } from './interpolation-values.js';
import { addsToBody, withProviderBody } from './provider-body.js';
import type { ProxyCall } from './proxy-call.js';
import type { ProxyTarget } from './proxy-target.js';
import { linkedPage } from './linked-page.js';
import { upstreamUrl } from './upstream-url.js';

/** A request for the external API, with credentials. */
export interface UpstreamRequest extends OutboundRequest {
  /** Lower-case names of the headers that the gateway added, which may carry credentials. */
  readonly ownHeaders: ReadonlySet<string>;
}

/** Content type of the body that the external API will see. */
const contentTypeOf = ({ headers }: ProxyCall): string =>
  headerValue(headers.explicit, 'content-type') ?? headerValue(headers.passedOn, 'content-type') ?? '';

/** Templates that are computed from the body. */
const FROM_BODY = /bodyCanonicalParams|awsSigV4\(/;

/** Whether the request cannot be made before its whole body is there. */
export function needsWholeBody(call: ProxyCall, target: ProxyTarget): boolean {
  const contentType = contentTypeOf(call);
  if (authStrategyOf(target.connection.credentials.type).signsBody(contentType)) return true;
  if (addsToBody(target, contentType)) return true;
  return Object.values(target.provider.proxy?.headers ?? {}).some((template) => FROM_BODY.test(template));
}

/** Makes the request: base address, provider's query, headers and body, credentials, and over them the caller's headers. */
export function upstreamRequest(
  call: ProxyCall,
  target: ProxyTarget,
  sent: Buffer | Readable | undefined,
): UpstreamRequest {
  const { method } = call;
  const context = interpolationContext(target);
  const url = urlOf(call, target, context);
  const body =
    Buffer.isBuffer(sent) && addsToBody(target, contentTypeOf(call)) ? withProviderBody(sent, target, context) : sent;
  const own = ownHeaders(call, target, context, url, Buffer.isBuffer(body) ? body : undefined);
  const headers = mergeHeaders(own, call.headers);
  if (headerValue(headers, 'x-request-id') === undefined) headers.push('X-Request-Id', call.requestId);
  if (body && !Buffer.isBuffer(body) && call.body?.length !== undefined)
    headers.push('Content-Length', String(call.body.length));
  const tls = clientCertificate(target);
  return { method, url, headers, body, ...(tls && { tls }), ownHeaders: new Set(Object.keys(own)) };
}

function urlOf(call: ProxyCall, target: ProxyTarget, context: InterpolationContext): string {
  const base = resolveBaseUrl(call.baseUrlOverride, target, context);
  const query = interpolateQuery(target.provider.proxy?.query, context);
  const page = call.isLink ? linkedPage(base, call.endpoint) : { base, endpoint: call.endpoint };
  return upstreamUrl(page.base, page.endpoint, query);
}

function ownHeaders(
  call: ProxyCall,
  target: ProxyTarget,
  context: InterpolationContext,
  url: string,
  body: Buffer | undefined,
): Record<string, string> {
  const { method, endpoint } = call;
  const templates = target.provider.proxy?.headers;
  const contentType = contentTypeOf(call);
  const values = templates
    ? withRequestParts(context, target.provider, {
        method,
        url: new URL(url),
        endpoint,
        contentType,
        ...(body && { body }),
      })
    : context;
  const fromProvider = interpolateHeaders(templates, values);
  const unsigned = { method, url, body, headers: { ...fromProvider, ...callerHeaders(call) } };
  const fromAuth = authStrategyOf(target.connection.credentials.type).headers(unsigned, target);
  return { ...fromAuth, ...fromProvider };
}

/** The caller's headers by lower-case name, for signatures. */
function callerHeaders({ headers: { passedOn, explicit } }: ProxyCall): Record<string, string> {
  const byName: Record<string, string> = {};
  const all = [...passedOn, ...explicit];
  for (let index = 0; index + 1 < all.length; index += 2)
    byName[(all[index] ?? '').toLowerCase()] = all[index + 1] ?? '';
  return byName;
}

function clientCertificate({
  provider,
  connection: { credentials },
}: ProxyTarget): { cert: string; key: string } | undefined {
  if (!provider.require_client_certificate) return undefined;
  const { client_certificate: cert, client_private_key: key } = credentials;
  return typeof cert === 'string' && typeof key === 'string' ? { cert, key } : undefined;
}
