import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';

/** How long requests may take to end once the process was told to stop. */
const GRACE_MS = 25_000;

/**
 * A shutdown lets requests that run end, and keeps no connection open for another one. What is left after a grace time, such
 * as a stream that never ends, is cut.
 */
@Injectable()
export class ConnectionDrain implements BeforeApplicationShutdown {
  private isDraining = false;

  constructor(private readonly adapterHost: HttpAdapterHost<FastifyAdapter>) {}

  /** The value of `Connection` for an answer that is about to be sent. */
  get connectionHeader(): 'close' | undefined {
    return this.isDraining ? 'close' : undefined;
  }

  beforeApplicationShutdown(): void {
    this.isDraining = true;
    const { server } = this.adapterHost.httpAdapter.getInstance();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  }
}
