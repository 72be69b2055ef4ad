import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PagedUpstreamOptions {
  readonly items: number;
  readonly pageSize: number;
  /** Time that the server takes for a page, in milliseconds. */
  readonly delayMs?: number;
}

/** A server with a long list, which notes each page that is fetched. */
export class PagedUpstream {
  /** Numbers of the pages that were fetched, in order. */
  readonly fetched: number[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
    readonly pages: number,
  ) {}

  static async start({ items, pageSize, delayMs = 0 }: PagedUpstreamOptions): Promise<PagedUpstream> {
    const pages = Math.ceil(items / pageSize);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const upstream = new PagedUpstream(server, `http://127.0.0.1:${port}`, pages);
    server.on('request', (request, response) => {
      const page = Number(new URL(request.url ?? '/', upstream.url).searchParams.get('page'));
      upstream.fetched.push(page);
      const size = Math.min(pageSize, items - page * pageSize);
      const list = Array.from({ length: size }, (_, index) => ({
        id: `item-${page * pageSize + index}`,
        text: 'x'.repeat(100),
      }));
      void sleep(delayMs).then(() => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ items: list, next: page + 1 < pages ? page + 1 : null }));
      });
    });
    return upstream;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
