import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { AxiosError } from 'axios';
import { isReplayable } from './attempt.js';
import type { AttemptReport, OutboundRequest, RetryPlan, SendOptions } from './outbound-request.js';
import { isRetryableNetworkCode, isRetryableStatus } from './retry-rules.js';
import { DEFAULT_BACKOFF, retryWaitMs, type RetryAnswer } from './retry-wait.js';
import { withoutQuery } from './request-target.js';

/** How much of an error's body is read for a provider that tells the wait there. */
const BODY_PEEK_BYTES = 65_536;

type Outcome = Pick<AttemptReport, 'status' | 'networkCode' | 'retryInMs'>;

/** State of one call over its attempts. */
export class OutboundCall {
  readonly signal: AbortSignal | undefined;
  /** Address that answered. */
  url: string;
  /** The last answer's body, where its beginning had to be read. */
  body: Readable | undefined;
  private readonly deadline: AbortSignal | undefined;
  private attempt = -1;
  private startedAt = 0;
  private reported = false;

  constructor(
    public request: OutboundRequest,
    private readonly options: SendOptions,
  ) {
    this.url = request.url;
    const { signal, totalTimeoutMs } = options;
    if (totalTimeoutMs !== undefined) this.deadline = AbortSignal.timeout(totalTimeoutMs);
    this.signal = this.deadline && signal ? AbortSignal.any([this.deadline, signal]) : (this.deadline ?? signal);
  }

  get timedOut(): boolean {
    return this.deadline?.aborted === true;
  }

  begin(): void {
    this.attempt += 1;
    this.startedAt = performance.now();
    this.reported = false;
    this.url = this.request.url;
    this.body = undefined;
  }

  /** Describes the attempt once, to whoever keeps the log. */
  report(outcome: Outcome): void {
    if (this.reported || !this.options.onAttempt) return;
    this.reported = true;
    const durationMs = Math.round(performance.now() - this.startedAt);
    const { method } = this.request;
    this.options.onAttempt({ attempt: this.attempt, method, url: withoutQuery(this.url), durationMs, ...outcome });
  }

  /**
   * Decides about another attempt, waits, and makes its request. False leaves the last answer as the final one: also when
   * a 401 meets unchanged credentials, when the provider asks for a longer wait than the cap, and when the call is over.
   */
  async prepareRetry(plan: RetryPlan, error: AxiosError): Promise<boolean> {
    const { response, code = '' } = error;
    if (this.signal?.aborted || !isReplayable(this.request)) return false;
    const answer = response && (await this.readAnswer(plan, response.status, response.data));
    const retryable = answer
      ? isRetryableStatus(answer.status, answer.header, plan.rules)
      : isRetryableNetworkCode(code);
    if (!retryable || (answer?.status === 401 && !plan.renew)) return false;
    const backoff = plan.backoff ?? DEFAULT_BACKOFF;
    const waitMs = retryWaitMs(this.attempt, answer, plan.rules, backoff);
    if (waitMs > backoff.maxWaitMs) return false;
    this.report({ ...(answer ? { status: answer.status } : { networkCode: code }), retryInMs: waitMs });
    await sleep(waitMs, undefined, { signal: this.signal });
    const renewed = await plan.renew?.();
    if (answer?.status === 401 && !renewed?.credentialsChanged) return false;
    if (response) discard(response.data);
    if (renewed) this.request = renewed.request;
    return true;
  }

  private async readAnswer(plan: RetryPlan, status: number, data: unknown): Promise<RetryAnswer> {
    if (!(data instanceof Readable)) return { status, header: () => undefined };
    const headers: unknown = Reflect.get(data, 'headers');
    const header = (name: string) => {
      const value: unknown =
        typeof headers === 'object' && headers ? Reflect.get(headers, name.toLowerCase()) : undefined;
      return typeof value === 'string' ? value : undefined;
    };
    const bodyText = plan.rules.provider?.in_body ? await this.peek(data) : undefined;
    return { status, header, bodyText };
  }

  private async peek(data: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    const iterator: AsyncIterator<Buffer> = data[Symbol.asyncIterator]();
    let next = await iterator.next();
    while (!next.done) {
      chunks.push(next.value);
      size += next.value.length;
      if (size >= BODY_PEEK_BYTES) break;
      next = await iterator.next();
    }
    this.body = Readable.from(rest(chunks, iterator), { objectMode: false });
    return Buffer.concat(chunks).toString('utf8');
  }
}

async function* rest(read: readonly Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* read;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}

/** Frees the connection of an answer that nobody will read: for the pool if little is left, else by closing it. */
function discard(data: unknown): void {
  if (!(data instanceof Readable)) return;
  const headers: unknown = Reflect.get(data, 'headers');
  const length = Number(typeof headers === 'object' && headers ? Reflect.get(headers, 'content-length') : NaN);
  if (length <= BODY_PEEK_BYTES) data.resume();
  else data.destroy();
}
