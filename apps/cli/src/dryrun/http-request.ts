import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer | undefined;
}

/** One request with exactly these headers: `fetch` adds some of its own, which the gateway would pass on to the provider. */
export function sendRequest({ method, url, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const length = bytes ? { 'content-length': String(bytes.length) } : {};
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end(bytes);
  });
}
