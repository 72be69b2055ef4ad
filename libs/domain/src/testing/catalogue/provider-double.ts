import { OutboundClient, type OutboundRequest, type OutboundResponse, type SendOptions } from '@svc/http';
import { LocalServer } from '@svc/testing';

/** A request as it arrived, with the address that it was meant for. */
export interface ArrivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** What the double answers; objects as JSON. */
export interface DoubleAnswer {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const MEANT_FOR = 'x-meant-for';

/** Every provider at once: whatever address a request is meant for, it arrives here and is kept. */
export class ProviderDouble {
  readonly client: OutboundClient;
  readonly arrived: ArrivedRequest[] = [];
  private answers: DoubleAnswer[] = [];

  private constructor(private readonly server: LocalServer) {
    this.client = new RedirectingClient(server.url);
  }

  static async start(): Promise<ProviderDouble> {
    let double: ProviderDouble | undefined;
    const server = await LocalServer.start(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const { [MEANT_FOR]: origin = '', host: _, ...headers } = request.headers;
      const url = `${String(origin)}${request.url ?? ''}`;
      double?.arrived.push({ method: request.method ?? '', url, headers, body: Buffer.concat(chunks).toString() });
      const { body = {}, headers: answered = {} } = double?.answers.shift() ?? {};
      response.writeHead(200, { 'content-type': 'application/json', ...answered });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    return (double = new ProviderDouble(server));
  }

  /** Forgets what arrived; from now on these answers are given, one after the other, then empty objects. */
  answerWith(...answers: readonly DoubleAnswer[]): void {
    this.arrived.length = 0;
    this.answers = [...answers];
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.server.close();
  }
}

/** Sends everything to one server and says where it was meant to go. */
class RedirectingClient extends OutboundClient {
  constructor(private readonly serverUrl: string) {
    super({ allowPrivateNetwork: true });
  }

  override async send(request: OutboundRequest, options: SendOptions = {}): Promise<OutboundResponse> {
    const { origin } = new URL(request.url);
    const path = request.url.slice(origin.length);
    const url = `${this.serverUrl}${path.startsWith('/') ? path : `/${path}`}`;
    const headers = [...request.headers, MEANT_FOR, origin];
    return await super.send({ ...request, tls: undefined, headers, url }, options);
  }
}
