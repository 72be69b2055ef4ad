import { LocalServer } from '@svc/testing';
import { setTimeout as sleep } from 'node:timers/promises';

/** An entry of the list. */
export interface UpstreamItem {
  readonly id: string;
  readonly text: string;
}

export interface PagedUpstreamOptions {
  readonly items: readonly UpstreamItem[];
  readonly pageSize: number;
}

/** A server with a long list, which notes each page that is fetched. */
export class PagedUpstream {
  /** The list; a test may put another one in its place. */
  items: readonly UpstreamItem[];
  /** Time that the server takes for a page, in milliseconds. */
  delayMs = 0;
  /** A page that the server does not know, as long as it is set. */
  failAtPage: number | undefined;
  /** Numbers of the pages that were fetched, in order. */
  fetched: number[] = [];
  private readonly pageSize: number;

  private constructor(
    private readonly server: LocalServer,
    { items, pageSize }: PagedUpstreamOptions,
  ) {
    this.items = items;
    this.pageSize = pageSize;
  }

  get url(): string {
    return this.server.url;
  }

  get pages(): number {
    return Math.ceil(this.items.length / this.pageSize);
  }

  static async start(options: PagedUpstreamOptions): Promise<PagedUpstream> {
    const opened: { upstream?: PagedUpstream } = {};
    const server = await LocalServer.start((request, response) => {
      const page = Number(new URL(request.url ?? '/', 'http://upstream').searchParams.get('page'));
      void opened.upstream?.answer(page).then((body) => {
        response.statusCode = page === opened.upstream?.failAtPage ? 404 : 200;
        response.setHeader('content-type', 'application/json');
        response.end(body);
      });
    });
    opened.upstream = new PagedUpstream(server, options);
    return opened.upstream;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  private async answer(page: number): Promise<string> {
    this.fetched.push(page);
    const list = this.items.slice(page * this.pageSize, (page + 1) * this.pageSize);
    await sleep(this.delayMs);
    return JSON.stringify({ items: list, next: page + 1 < this.pages ? page + 1 : null });
  }
}
