import type { RunRequest, RunResult } from '@svc/contracts';
import { LocalServer } from '@svc/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

type Behaviour = (request: RunRequest, response: ServerResponse) => void | Promise<void>;

/** Speaks the run protocol in place of a runner, and does what a test says. */
export class FakeRunner {
  /** What it was asked to run, oldest first. */
  readonly requests: RunRequest[] = [];
  /** How many callers hung up before the answer. */
  aborted = 0;
  private behaviour: Behaviour = (_, response) => void response.end(JSON.stringify({ outcome: 'completed' }));

  private server: LocalServer | undefined;

  static async start(): Promise<FakeRunner> {
    const runner = new FakeRunner();
    runner.server = await LocalServer.start((request, response) => void runner.answer(request, response));
    return runner;
  }

  get url(): string {
    return this.server?.url ?? '';
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
    await this.server?.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once('close', () => (this.aborted += response.writableFinished ? 0 : 1));
    this.requests.push((await json(request)) as RunRequest);
    await this.behaviour(this.requests.at(-1) as RunRequest, response);
  }
}
