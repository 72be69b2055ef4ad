import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, type Answer } from './answer.js';
import { AppHost } from './app-host.js';
import { AwsAccount } from './aws-account.js';
import { BillAccount } from './bill-account.js';
import { Consent } from './consent.js';
import { Faults } from './faults.js';
import { JwtAccount } from './jwt-account.js';
import { KeyAccount } from './key-account.js';
import { McpServer } from './mcp-server.js';
import { OAuth1Server } from './oauth1-server.js';
import { OAuth2Server } from './oauth2-server.js';
import { receive, type ReceivedRequest } from './received-request.js';
import { findRoute, type Protocol, type Route } from './route.js';
import { TbaAccount } from './tba-account.js';
import { createTestCertificate, type TestCertificate } from './test-certificate.js';
import { TwoStepAccount } from './two-step-account.js';
import { WordPressSite } from './wordpress-site.js';
import { WsseAccount } from './wsse-account.js';

/**
 * An external API on 127.0.0.1 that speaks the published protocol of every auth mode. It judges what it gets by itself,
 * with nothing but node:crypto, so that an error of the gateway cannot be made twice. `/me` answers who is calling.
 */
export class FakeProvider {
  /** Answers instead of the person at the pages of the provider. */
  readonly consent = new Consent();
  readonly faults = new Faults();
  readonly oauth2 = new OAuth2Server(() => this.url, this.consent);
  readonly oauth1 = new OAuth1Server(this.consent);
  readonly app = new AppHost(this.consent, this.oauth2.grants);
  readonly aws = new AwsAccount();
  readonly bill = new BillAccount();
  readonly jwt = new JwtAccount();
  readonly keys = new KeyAccount();
  readonly mcp = new McpServer(() => this.url, this.oauth2);
  readonly tba = new TbaAccount();
  readonly twoStep = new TwoStepAccount();
  readonly wordpress = new WordPressSite(() => this.url, this.consent);
  readonly wsse = new WsseAccount();
  /** Of the TLS port. */
  readonly certificate: TestCertificate = createTestCertificate('127.0.0.1');

  private readonly received: ReceivedRequest[] = [];
  private readonly protocols: readonly Protocol[] = [
    this.consent,
    this.oauth2,
    this.oauth1,
    this.app,
    this.aws,
    this.bill,
    this.jwt,
    this.keys,
    this.mcp,
    this.tba,
    this.twoStep,
    this.wordpress,
    this.wsse,
  ];
  private readonly initial = this.protocols.map((protocol) => [protocol, { ...protocol }] as const);
  private readonly routes: readonly Route[] = [
    ...this.protocols.flatMap(({ routes }) => routes),
    { method: '*', path: '/me', handle: (request) => this.me(request) },
  ];
  private readonly http: Server = createHttpServer((request, response) => void this.serve(request, response));
  private readonly https: Server = createHttpsServer(
    {
      cert: this.certificate.certificate,
      key: this.certificate.privateKey,
      requestCert: true,
      // Clients are known by the certificate itself (RFC 8705, section 2.2), whoever signed it.
      rejectUnauthorized: false,
    },
    (request, response) => void this.serve(request, response),
  );

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider();
    await Promise.all([listen(provider.http), listen(provider.https)]);
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.http)}`;
  }

  /** The same over TLS, asking for a client's certificate. */
  get tlsUrl(): string {
    return `https://127.0.0.1:${portOf(this.https)}`;
  }

  /** What arrived at a path, oldest first; everything without one. */
  requests(path?: string): readonly ReceivedRequest[] {
    return path === undefined ? this.received : this.received.filter((request) => request.path === path);
  }

  /** Forgets requests and planned faults, and puts every switch back. Tokens that were given stay good. */
  reset(): void {
    this.received.length = 0;
    this.faults.clear();
    for (const [protocol, fields] of this.initial) Object.assign(protocol, fields);
  }

  async stop(): Promise<void> {
    await Promise.all([close(this.http), close(this.https)]);
  }

  private me(request: ReceivedRequest): Answer {
    const who = this.protocols.map((protocol) => protocol.identify?.(request)).find((found) => found !== undefined);
    return who === undefined ? json(401, { message: 'Who are you?' }) : json(200, { who });
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.answer(message, response);
    } catch (error) {
      // A caller that hung up before its request was complete.
      if (response.destroyed) return;
      const answer = json(500, { message: 'The fake provider failed.', error: String(error) });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    }
  }

  private async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await receive(message);
    this.received.push(request);
    const fault = this.faults.take(request.path);
    if (fault?.until) await fault.until;
    if (fault?.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false });
    if (fault?.reset) return void message.socket.destroy();
    const { status, headers, body } = fault?.answer ?? (await this.handle(request));
    if (fault?.loseAnswer) return void message.socket.destroy();
    response.writeHead(status, headers).end(body);
  }

  private async handle(request: ReceivedRequest): Promise<Answer> {
    const found = findRoute(this.routes, request);
    if (!found) return json(404, { message: `There is no ${request.method} ${request.path}.` });
    return await found.route.handle(request, found.values);
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
