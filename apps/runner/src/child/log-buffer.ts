import { RUN_API, type RunLogBatch } from '@svc/contracts';
import { ByteBudget } from './byte-budget.js';
import type { RunApi } from './run-api.js';

type Line = RunLogBatch['lines'][number];

const FLUSH_MS = 500;
const MAX_LINES = 1000;
const MAX_DROPPED = 1_000_000_000;
const MAX_LINE_LENGTH = 250_000;
const MAX_BUFFERED_LENGTH = 4 * 1024 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024;
const FINAL_FLUSH_MS = 5000;
const LEVELS: Readonly<Record<string, Line['level']>> = { debug: 'debug', info: 'info', warn: 'warn', error: 'error' };

/**
 * Log lines of one run, sent in batches, one at a time. What a function logs beyond the next batch is counted, not kept: a gateway
 * that is slow must not fill the memory of the process.
 */
export class LogBuffer {
  /** Lines as JSON, so that payloads are not parsed and written again. */
  private lines: string[] = [];
  private length = 0;
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;

  constructor(
    private readonly api: Pick<RunApi, 'send'>,
    private readonly token: string,
  ) {}

  /** False when the line was dropped. The isolate bounds its lines; longer ones come from code that got around it. */
  add(level: string, message: string, payload: string | undefined): boolean {
    this.planFlush();
    if (this.lines.length >= MAX_LINES || message.length + (payload?.length ?? 0) > MAX_LINE_LENGTH) {
      this.dropped++;
      return false;
    }
    const line = { at: new Date().toISOString(), level: LEVELS[level] ?? 'info', message };
    const json = JSON.stringify(line);
    const text = payload === undefined ? json : `${json.slice(0, -1)},"payload":${payload}}`;
    if (this.length + text.length > MAX_BUFFERED_LENGTH) {
      this.dropped++;
      return false;
    }
    this.lines.push(text);
    this.length += text.length;
    return true;
  }

  drop(count: number): void {
    this.dropped += Math.max(0, Math.min(Math.trunc(count), MAX_DROPPED)) || 0;
    this.planFlush();
  }

  /** Sends what is left; needs no call when nothing was logged. Never fails. */
  async close(): Promise<void> {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, FINAL_FLUSH_MS).unref());
    await Promise.race([this.sendRest(), limit]);
  }

  private async sendRest(): Promise<void> {
    await this.sending;
    this.flush();
    await this.sending;
  }

  private get isEmpty(): boolean {
    return this.lines.length === 0 && this.dropped === 0;
  }

  /** While a batch is being sent, its end does. */
  private planFlush(): void {
    if (!this.sending) this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isEmpty) return;
    const dropped = this.dropped > 0 ? `,"dropped":${this.dropped}` : '';
    const body = `{"lines":[${this.lines.join(',')}]${dropped}}`;
    this.lines = [];
    this.length = 0;
    this.dropped = 0;
    this.sending = this.send(body);
  }

  private async send(body: string): Promise<void> {
    const request = { method: 'POST', path: RUN_API.logs, body, repeatable: false } as const;
    const room = new ByteBudget(MAX_ANSWER_BYTES, MAX_ANSWER_BYTES).lease();
    try {
      await this.api.send(request, { token: this.token, signal: AbortSignal.timeout(FINAL_FLUSH_MS), room });
    } catch {
      // A lost log line never fails a run.
    }
    this.sending = undefined;
    if (!this.isEmpty) this.planFlush();
  }
}
