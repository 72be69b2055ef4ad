import type { Config } from '@svc/config';
import { AppError } from '@svc/errors';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { connectionOptions } from './connection-options.js';

const CALL_TIMEOUT_MS = 10_000;
/** gRPC: cancelled, deadline exceeded, resource exhausted, unavailable. */
const UNAVAILABLE_CODES = new Set<number>([1, 4, 8, 14]);

/**
 * The connection to Temporal. Making one neither connects nor waits; the first call does, and each call fails by itself
 * within its time limit while Temporal is away and works again once it is back.
 */
export class TemporalClient {
  private readonly connection: Connection;
  private readonly client: Client;

  constructor(settings: Config['temporal']) {
    // Without the SDK's own retries: what asks Temporal repeats it by itself, and a retry whose timer outlives close() would
    // end the process with an uncaught error.
    this.connection = Connection.lazy({ ...connectionOptions(settings), interceptors: [] });
    this.client = new Client({ connection: this.connection, namespace: settings.namespace });
  }

  /** @throws {AppError} `temporal_unavailable` when Temporal gives no answer in time; other errors as they are. */
  async call<T>(work: (client: Client) => Promise<T>, timeoutMs = CALL_TIMEOUT_MS): Promise<T> {
    try {
      return await this.client.withDeadline(Date.now() + timeoutMs, async () => await work(this.client));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new AppError(
        'temporal_unavailable',
        'Temporal gives no answer. What was asked for is kept and done once it is back.',
        { cause: error },
      );
    }
  }

  /** Whether Temporal answers right now. */
  async isReachable(timeoutMs = 1_000): Promise<boolean> {
    try {
      await this.call((client) => client.workflowService.getSystemInfo({}), timeoutMs);
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

function isUnavailable(error: unknown): boolean {
  if (isGrpcServiceError(error)) return UNAVAILABLE_CODES.has(error.code);
  return error instanceof Error && isGrpcServiceError(error.cause) && UNAVAILABLE_CODES.has(error.cause.code);
}
