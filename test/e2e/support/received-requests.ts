import { LocalServer } from '@svc/testing';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

/** What arrived. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  /** As it stood on the wire. */
  readonly body: string;
}

/** A customer's endpoint that keeps whatever comes. */
export class ReceivedRequests {
  private constructor(
    private readonly server: LocalServer,
    readonly all: ReceivedRequest[],
  ) {}

  static async start(): Promise<ReceivedRequests> {
    const all: ReceivedRequest[] = [];
    const server = await LocalServer.start((request, response) => {
      void text(request).then((body) => {
        all.push({ headers: request.headers, body });
        response.end();
      });
    });
    return new ReceivedRequests(server, all);
  }

  get url(): string {
    return this.server.url;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }
}
