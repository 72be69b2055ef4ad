import type { RunRequest, RunResult } from '@svc/contracts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Behaviour = (request: RunRequest, response: ServerResponse) => void | Promise<void>;

/** Speaks the run protocol in place of a runner, and does what a test says. */
export class FakeRunner {
  /** What it was asked to run, oldest first. */
  readonly requests: RunRequest[] = [];
  /** How many callers hung up before the answer. */
  aborted = 0;
  private behaviour: Behaviour = (_, response) => void response.end(JSON.stringify({ outcome: 'completed' }));

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(): Promise<FakeRunner> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakeRunner(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  behaves(behaviour: Behaviour): void {
    this.behaviour = behaviour;
  }

  answers(result: RunResult | string, status = 200): void {
    this.behaves((_, response) => {
      response.statusCode = status;
      response.end(typeof result === 'string' ? result : JSON.stringify(result));
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => (this.aborted += response.writableFinished ? 0 : 1));
    this.requests.push((await json(request)) as RunRequest);
    await this.behaviour(this.requests.at(-1) as RunRequest, response);
  }
}
