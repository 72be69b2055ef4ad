import proxyAddress from '@fastify/proxy-addr';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Config } from '@svc/config';
import { CONFIG, ConnectAttempts, LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { WaitingSockets } from './waiting-sockets.js';

const POLL_MS = 1_000;
/** Clients say nothing. */
const MAX_MESSAGE_BYTES = 1024;

const TOO_MANY = 'HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * The WebSocket that existing clients wait at (wire contract, section 6). Outcomes are read from the database, because the browser
 * may come back to another process; the gateway's own page does not need it.
 */
@Injectable()
export class ConnectSockets implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  private readonly waiting = new WaitingSockets();
  private readonly isTrusted: (address: string, hop: number) => boolean;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly attempts: ConnectAttempts,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.isTrusted = proxyAddress.compile([...config.api.trustedProxies]);
  }

  onApplicationBootstrap(): void {
    const { server } = this.adapterHost.httpAdapter.getInstance();
    server.on('upgrade', (request, socket, head) => this.accept(request, socket, head));
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.timer);
    this.waiting.closeAll();
  }

  private accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = proxyAddress(request, this.isTrusted);
    if (!this.waiting.hasRoomFor(address)) return turnAway(socket);
    this.server.handleUpgrade(request, socket, head, (opened) => {
      this.waiting.add(opened, address);
      this.pollSoon();
    });
  }

  private pollSoon(): void {
    this.timer ??= setTimeout(() => void this.poll(), POLL_MS).unref();
  }

  /** One query for all of them, and none while nobody waits. */
  private async poll(): Promise<void> {
    try {
      for (const ended of await this.attempts.findEnded(this.waiting.ids)) this.waiting.tell(ended);
    } catch (error) {
      this.logger.warn({ err: error }, 'How authorizations ended could not be read for the sockets that wait.');
    }
    this.timer = undefined;
    if (this.waiting.ids.length > 0) this.pollSoon();
  }
}

/** Node leaves a socket to whoever takes its upgrade: with its errors, which end the process unheard, and with its end. */
function turnAway(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(TOO_MANY);
}
