import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database, OperationRepository } from '@svc/database';
import { redactText, storableText, type Logger } from '@svc/observability';
import { v7 as uuidV7 } from 'uuid';
import { LOGGER } from '../core/core.tokens.js';
import { boundedPayload } from './bounded-payload.js';
import { LogWriter } from './log-writer.js';
import type { Operation, OperationEnd, OperationLine, OperationStart } from './operation.js';

/** Longest message of a log line, in characters. */
const MAX_MESSAGE_LENGTH = 20_000;

/**
 * The log that customers read: what the gateway did, with lines below it. Nothing here waits for the database or throws; what
 * is logged is written within half a second, and at the latest when the process shuts down.
 */
@Injectable()
export class OperationLog implements OnApplicationShutdown {
  private readonly writer: LogWriter;

  constructor(
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.writer = new LogWriter(new OperationRepository(database), logger);
  }

  /** Begins an operation. Its end may be logged by another process. */
  start(start: OperationStart): Operation {
    const id = uuidV7();
    this.writer.addStart({
      id,
      environmentId: start.environmentId,
      type: start.type,
      action: start.action ?? null,
      integrationId: start.integrationId ?? null,
      providerConfigKey: start.providerConfigKey ?? null,
      connectionId: start.connectionId ?? null,
      connectionKey: start.connectionKey ?? null,
      functionName: start.functionName ?? null,
      syncId: start.syncId ?? null,
      workflowId: start.workflowId ?? null,
      startedAt: new Date().toISOString(),
      status: 'running',
      finishedAt: null,
      error: null,
    });
    return { id };
  }

  /** Adds a line to an operation of this or another process. */
  log(operationId: string, line: OperationLine): void {
    this.quietly(() => {
      this.writer.addLine({
        operationId,
        id: uuidV7(),
        at: (line.at ?? new Date()).toISOString(),
        level: line.level,
        message: redactText(storableText(line.message, MAX_MESSAGE_LENGTH)),
        payload: boundedPayload(line.payload),
      });
    });
  }

  /** Ends an operation of this or another process. */
  finish(operationId: string, { status, error }: OperationEnd): void {
    this.quietly(() => {
      this.writer.addEnd({
        id: operationId,
        status,
        finishedAt: new Date().toISOString(),
        error: error ? toRecord(boundedPayload(error)) : null,
      });
    });
  }

  /** Writes what waits, for callers that read it right afterwards, such as tests. */
  async flush(): Promise<void> {
    await this.writer.flush();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writer.close();
  }

  /** A payload whose getter throws, or a date that is none, must not fail the work that it is logged for. */
  private quietly(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.error({ err: error }, 'A log entry could not be recorded.');
    }
  }
}

const toRecord = (value: unknown): Record<string, unknown> => ({ ...Object(value) });
