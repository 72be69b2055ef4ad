import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { GuardedAgents } from './guarded-agents.js';
import { NetworkError } from './network-error.js';
import type { OutboundRequest } from './outbound-request.js';
import { headerValue } from './raw-headers.js';
import { parseTarget } from './request-target.js';

/** Methods whose empty body is announced, as servers expect a length there (RFC 9110, section 8.6). */
const ANNOUNCES_EMPTY_BODY = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The transport that axios sends through. axios normalises addresses, joins repeated headers and adds its own; this one
 * ignores what axios made and puts the request on the wire as it was written.
 */
export class ExactTransport {
  /** What the socket said, for errors that axios wraps. */
  lastError: Error | undefined;
  /** Whether the request went out on a socket that had served another one before. */
  usedOldSocket = false;

  constructor(
    private readonly sent: OutboundRequest,
    private readonly agents: GuardedAgents,
    private readonly idleTimeoutMs: number,
  ) {}

  request(_optionsOfAxios: unknown, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const { method, url, tls } = this.sent;
    const target = parseTarget(url);
    const outgoing = (target.secure ? https : http).request({
      protocol: target.secure ? 'https:' : 'http:',
      hostname: target.hostname,
      port: target.port,
      path: target.path,
      method,
      headers: this.headersFor(target.host),
      agent: target.secure ? this.agents.https : this.agents.http,
      ...tls,
    });
    outgoing.on('response', (response) => {
      // Without a listener, a connection that breaks between here and the reader would end the process.
      response.on('error', () => undefined);
      onResponse(response);
    });
    outgoing.on('error', (error) => (this.lastError = error));
    outgoing.on('socket', () => (this.usedOldSocket = outgoing.reusedSocket));
    outgoing.on('timeout', () => {
      outgoing.destroy(new NetworkError('ETIMEDOUT', `nothing was sent or received for ${this.idleTimeoutMs} ms`));
    });
    return outgoing;
  }

  private headersFor(host: string): string[] {
    const { headers, body, method } = this.sent;
    const complete = headerValue(headers, 'host') === undefined ? ['Host', host, ...headers] : [...headers];
    if (headerValue(headers, 'content-length') !== undefined) return complete;
    if (body instanceof Uint8Array) complete.push('Content-Length', String(body.length));
    // Node frames no stream of GET, HEAD and DELETE by itself: its bytes would be read as the next request of the connection.
    else if (body !== undefined) complete.push('Transfer-Encoding', 'chunked');
    else if (ANNOUNCES_EMPTY_BODY.has(method)) complete.push('Content-Length', '0');
    return complete;
  }
}
