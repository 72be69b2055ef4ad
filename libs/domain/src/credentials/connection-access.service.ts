import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConnectionAccessRepository, Database, type ConnectionRow } from '@svc/database';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';
import type { FoundConnection } from './found-connection.js';
import type { FreshRequest, MissingPart } from './fresh-connection.js';

const TOUCH_INTERVAL_MS = 60_000;

/** Reads connections for use, and notes when they were last used: at most once a minute each, beside the caller's way. */
@Injectable()
export class ConnectionAccess implements OnApplicationShutdown {
  private readonly repository: ConnectionAccessRepository;
  private readonly touches = new Map<number, Promise<void>>();

  constructor(
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.repository = new ConnectionAccessRepository(database);
  }

  /** @throws AppError what `onMissing` gives for an unknown integration or connection. */
  async use(request: FreshRequest): Promise<FoundConnection> {
    const row = await this.repository.find(request);
    if (!row?.connection) throw missing(row ? 'connection' : 'integration', request);
    this.touch(row.connection);
    return { integration: row.integration, connection: row.connection };
  }

  /** The database is closed after this. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.touches.values());
  }

  private touch({ id, lastFetchedAt }: ConnectionRow): void {
    if (this.touches.has(id) || (lastFetchedAt && Date.now() - lastFetchedAt.getTime() < TOUCH_INTERVAL_MS)) return;
    const writing = this.repository
      .touch(id)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'The last use of a connection could not be noted.'))
      .finally(() => this.touches.delete(id));
    this.touches.set(id, writing);
  }
}

function missing(part: MissingPart, request: FreshRequest): AppError {
  const error = request.onMissing?.(part);
  if (error) return error;
  if ('id' in request) return new AppError('unknown_connection', `There is no connection with the number ${request.id}.`);
  return part === 'integration'
    ? new AppError('unknown_provider_config', `There is no integration "${request.providerConfigKey}" in this environment: check the provider config key.`)
    : new AppError('unknown_connection', `There is no connection "${request.connectionId}" for the integration "${request.providerConfigKey}": check the connection id.`);
}
