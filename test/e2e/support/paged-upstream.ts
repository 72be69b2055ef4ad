import { LocalServer } from '@svc/testing';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PagedUpstreamOptions {
  readonly items: number;
  readonly pageSize: number;
  /** Time that the server takes for a page, in milliseconds. */
  readonly delayMs?: number;
}

/** A server with a long list, which notes each page that is fetched. */
export class PagedUpstream {
  private constructor(
    private readonly server: LocalServer,
    /** Numbers of the pages that were fetched, in order. */
    readonly fetched: readonly number[],
    readonly pages: number,
  ) {}

  get url(): string {
    return this.server.url;
  }

  static async start({ items, pageSize, delayMs = 0 }: PagedUpstreamOptions): Promise<PagedUpstream> {
    const pages = Math.ceil(items / pageSize);
    const fetched: number[] = [];
    const server = await LocalServer.start((request, response) => {
      const page = Number(new URL(request.url ?? '/', 'http://upstream').searchParams.get('page'));
      fetched.push(page);
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
    return new PagedUpstream(server, fetched, pages);
  }

  async stop(): Promise<void> {
    await this.server.close();
  }
}
