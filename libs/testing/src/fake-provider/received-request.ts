import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The whole address, as the caller wrote it. */
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body's values, whether it is a form or JSON. */
  readonly fields: Readonly<Record<string, any>>;
  /** SHA-256 of the certificate that the caller proved to have. */
  readonly clientCertificate: string | undefined;
}

/** Reads a request to its end. */
export async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const body = await text(message);
  const { socket, headers } = message;
  const isTls = socket instanceof TLSSocket;
  const url = new URL(`${isTls ? 'https' : 'http'}://${headers.host}${message.url}`);
  return {
    method: message.method ?? '',
    path: url.pathname,
    url,
    query: Object.fromEntries(url.searchParams),
    headers,
    body,
    fields: fieldsOf(body, headers['content-type']),
    clientCertificate: isTls ? socket.getPeerCertificate().fingerprint256 : undefined,
  };
}

function fieldsOf(body: string, contentType = ''): Record<string, unknown> {
  if (!contentType.includes('json')) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What follows the scheme in the Authorization header, when it is that scheme. */
export function authorizationOf({ headers }: ReceivedRequest, scheme: string): string | undefined {
  const value = headers.authorization ?? '';
  return value.toLowerCase().startsWith(`${scheme.toLowerCase()} `) ? value.slice(scheme.length + 1).trim() : undefined;
}

/** User name and password of a Basic Authorization header. */
export function basicOf(request: ReceivedRequest): { username: string; password: string } | undefined {
  const encoded = authorizationOf(request, 'Basic');
  if (encoded === undefined) return undefined;
  const [username = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { username, password: password.join(':') };
}
