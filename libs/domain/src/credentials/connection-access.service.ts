import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConnectionAccessRepository, Database, type ConnectionRow } from '@svc/database';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { LOGGER } from '../core/core.tokens.js';
import type { FoundConnection } from './found-connection.js';
import { freeze } from './freeze.js';
import type { FreshRequest, MissingPart } from './fresh-connection.js';
import { VersionCache } from './version-cache.js';

const TOUCH_INTERVAL_MS = 60_000;

/** Enough for the busy part of a large installation. */
const KEPT_ROWS = 5_000;
/** A row with more metadata than this is read each time. */
const MAX_KEPT_BYTES = 16_384;

/**
 * Reads connections for use: one small query that names the version of the rows, which are kept as long as it stays the
 * same. Notes when they were last used, at most once a minute each, beside the caller's way.
 */
@Injectable()
export class ConnectionAccess implements OnApplicationShutdown {
  private readonly repository: ConnectionAccessRepository;
  private readonly rows = new VersionCache<string, FoundConnection>(KEPT_ROWS);
  private readonly touches = new Map<number, Promise<void>>();

  constructor(
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.repository = new ConnectionAccessRepository(database);
  }

  /** @throws AppError what `onMissing` gives for an unknown integration or connection. */
  async use(request: FreshRequest): Promise<FoundConnection> {
    const state = await this.repository.findVersion(request);
    if (!state) throw missing('integration', request);
    const { id, version } = state;
    if (id === null || version === null) throw missing('connection', request);
    const found = this.rows.find(id, version) ?? (await this.read(request));
    this.touch(found.connection);
    return found;
  }

  /** The database is closed after this. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.touches.values());
  }

  private async read(request: FreshRequest): Promise<FoundConnection> {
    const row = await this.repository.find(request);
    if (!row?.connection) throw missing(row ? 'connection' : 'integration', request);
    const { integration, connection, version, size } = row;
    const found = freeze({ integration, connection });
    if (version !== null && size <= MAX_KEPT_BYTES) this.rows.keep(connection.id, version, found);
    return found;
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
  if ('id' in request)
    return new AppError('unknown_connection', `There is no connection with the number ${request.id}.`);
  return part === 'integration'
    ? new AppError(
        'unknown_provider_config',
        `There is no integration "${request.providerConfigKey}" in this environment: check the provider config key.`,
      )
    : new AppError(
        'unknown_connection',
        `There is no connection "${request.connectionId}" for the integration "${request.providerConfigKey}": check the connection id.`,
      );
}
