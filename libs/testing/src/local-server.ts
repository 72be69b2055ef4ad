import { createServer, type RequestListener, type Server } from 'node:http';

/** An HTTP server on 127.0.0.1 that stands for an external API, a token endpoint or another process. */
export class LocalServer {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** Listens on `port`, or on a free one. */
  static async start(handler: RequestListener, port = 0): Promise<LocalServer> {
    const server = createServer(handler);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
    return new LocalServer(server, address.port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Cuts what is open and stops. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
