import type { Operation, OperationLine } from '@svc/contracts';
import { messageOf } from '../cli-error.js';
import { logLine } from '../terminal/log-line.js';
import type { Output } from '../terminal/output.js';
import type { LogFollower } from './follow-operations.js';

const STATUS_COLOURS = { running: 'cyan', success: 'green', failed: 'red', cancelled: 'yellow' } as const;

/** Prints operations and their lines; with `--json` an object a line. */
export class LogPrinter implements LogFollower {
  private last: string | undefined;
  private isAway = false;

  constructor(private readonly output: Output) {}

  began(operation: Operation): void {
    this.isAway = false;
    this.output.event({ kind: 'operation', ...operation });
    this.head(operation);
  }

  line(operation: Operation, line: OperationLine): void {
    this.isAway = false;
    this.output.event({ kind: 'line', operation_id: operation.id, ...line });
    // Lines of several operations come mixed: each says whose it is when that changes.
    if (this.last !== operation.id) this.head(operation);
    this.output.line(logLine(line, this.output.paint));
  }

  ended(operation: Operation): void {
    this.output.event({ kind: 'end', ...operation });
    if (operation.status === 'success' && this.last === operation.id) return;
    this.head(operation);
    if (operation.error) this.output.line(`  ${this.output.paint('red', operation.error.message)}`);
  }

  failed(error: unknown): void {
    if (!this.isAway) this.output.note(`${messageOf(error)} Trying again until it does.`);
    this.isAway = true;
  }

  private head({
    id,
    type,
    action,
    function_name,
    connection_id,
    integration_id,
    started_at,
    ...rest
  }: Operation): void {
    const { paint } = this.output;
    this.last = id;
    const what = [type, function_name ?? action].filter(Boolean).join(' ');
    const where = [integration_id, connection_id].filter(Boolean).join(' / ');
    const took = rest.duration_ms === null ? '' : ` ${rest.duration_ms} ms`;
    const status = paint(STATUS_COLOURS[rest.status], `${rest.status}${took}`);
    this.output.line(`${paint('dim', started_at)} ${paint('bold', what)} ${where}  ${status}  ${paint('dim', id)}`);
  }
}
