import { LocalServer } from '@svc/testing';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** A token request as it arrived. */
export interface TokenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as a form. */
  readonly form: Readonly<Record<string, string>>;
}

/** Answers one request. */
export type TokenReply = (response: ServerResponse, request: TokenRequest) => void | Promise<void>;

/** A local token endpoint that does as it is told and remembers what it was asked. */
export class TokenServer {
  readonly requests: TokenRequest[] = [];
  reply: TokenReply = rotating();

  private server: LocalServer | undefined;

  static async start(): Promise<TokenServer> {
    const tokens = new TokenServer();
    tokens.server = await LocalServer.start((request, response) => void tokens.receive(request, response));
    return tokens;
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  /** Forgets the requests and answers like this from now on. */
  use(reply: TokenReply): void {
    this.requests.length = 0;
    this.reply = reply;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      form: Object.fromEntries(new URLSearchParams(body)),
    };
    this.requests.push(received);
    await this.reply(response, received);
  }
}

/** Always the same answer. */
export const json =
  (status: number, body: unknown): TokenReply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** Text of any type. */
export const raw =
  (status: number, contentType: string, body: string): TokenReply =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body);
  };

/** Gives access token and refresh token number n at the n-th request, and refuses a refresh token that was used before. */
export function rotating(expiresIn = 3600): TokenReply {
  const used = new Set<string>();
  let count = 0;
  return (response, { form }) => {
    count += 1;
    const given = form['refresh_token'] ?? '';
    const isReused = used.has(given);
    used.add(given);
    const body = isReused
      ? { error: 'unauthorized_client', error_description: 'token was already used' }
      : { access_token: `at-${count}`, refresh_token: `rt-${count}`, expires_in: expiresIn, token_type: 'bearer' };
    response.writeHead(isReused ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}
