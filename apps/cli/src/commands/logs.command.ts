import type { Operation } from '@svc/contracts';
import { followOperations } from '../logs/follow-operations.js';
import { LogPrinter } from '../logs/log-printer.js';
import { OperationLog, type OperationFilters } from '../logs/operation-log.js';
import { gatewayOf } from '../project/gateway-of.js';
import { untilInterrupted } from '../terminal/interruption.js';
import { momentOption } from '../terminal/moment-option.js';
import { numberOption } from '../terminal/number-option.js';
import type { Output } from '../terminal/output.js';

export interface LogsOptions {
  readonly environment: string;
  readonly follow?: boolean;
  readonly limit: string;
  readonly type?: string;
  readonly status?: string;
  readonly integration?: string;
  readonly connection?: string;
  readonly function?: string;
  readonly since?: string;
  readonly search?: string;
  readonly level?: string;
  /** False with `--no-lines`. */
  readonly lines: boolean;
}

/** `svc logs`: what an environment did, and what its functions logged. */
export async function logsCommand(id: string | undefined, options: LogsOptions, output: Output): Promise<void> {
  const log = new OperationLog(gatewayOf(options.environment));
  const printer = new LogPrinter(output);
  const filters = filtersOf(options);
  const limit = numberOption('limit', options.limit, { min: 1, max: 1000 });
  const shown = id === undefined ? await log.latest(filters, limit) : [await log.one(id)];
  const startedAt = new Date().toISOString();
  for (const operation of shown) await print(log, operation, options, printer);
  if (shown.length === 0 && !options.follow) output.note('Nothing was found.');
  if (!options.follow || id !== undefined) return;
  const known = shown.filter(({ status }) => status !== 'running').map((operation) => operation.id);
  await untilInterrupted((signal) =>
    followOperations(
      log,
      { filters, level: options.level, withLines: options.lines, since: startedAt, known, signal },
      printer,
    ),
  );
}

async function print(
  log: OperationLog,
  operation: Operation,
  options: LogsOptions,
  printer: LogPrinter,
): Promise<void> {
  printer.began(operation);
  if (options.lines)
    for (const line of await log.lines(operation.id, { level: options.level })) printer.line(operation, line);
  if (operation.status === 'failed') printer.ended(operation);
}

const filtersOf = ({
  type,
  status,
  integration,
  connection,
  function: name,
  since,
  search,
}: LogsOptions): OperationFilters => ({
  type,
  status,
  integration,
  connection,
  function: name,
  since: since === undefined ? undefined : momentOption('since', since),
  search,
});
