import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external API that lets every call wait until a test releases it, and tells who called. */
export class HoldingUpstream {
  /** Path of each call, as they came. */
  readonly calls: string[] = [];
  /** Paths of the calls whose callers went away before their answer. */
  readonly left: string[] = [];
  private held = new Set<ServerResponse>();
  private isHolding = true;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const path = request.url ?? '';
      this.calls.push(path);
      response.once('close', () => {
        this.held.delete(response);
        if (!response.writableFinished) this.left.push(path);
      });
      if (this.isHolding) this.held.add(response);
      else response.end('{}');
    });
  }

  static async start(): Promise<HoldingUpstream> {
    const upstream = new HoldingUpstream(createServer());
    await new Promise<void>((resolve) => upstream.server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers what waits, and whatever comes from now on. */
  release(): void {
    this.isHolding = false;
    for (const response of this.held) response.end('{}');
  }

  /** Lets calls wait again, and forgets the earlier ones. */
  hold(): void {
    this.isHolding = true;
    this.calls.length = 0;
    this.left.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
