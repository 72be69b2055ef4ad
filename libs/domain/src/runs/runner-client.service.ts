import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  MAX_RUN_REQUEST_BYTES,
  runResultSchema,
  type RunFailure,
  type RunRequest,
  type RunResult,
} from '@svc/contracts';
import { AppError } from '@svc/errors';
import { Pool } from 'undici';
import { CONFIG } from '../core/core.tokens.js';
import { maskedFailure } from './masked-failure.js';
import { RunMasks } from './run-masks.service.js';
import { RUN_NOT_STARTED } from './run-not-started.js';

/** Added to a run's own limit before the caller stops waiting for the runner's answer. */
const ANSWER_MARGIN_MS = 30_000;

/** How the text of a result with an output begins; what follows is the output and a brace. */
const COMPLETED_WITH = '{"outcome":"completed","output":';

/** Well below what the runner keeps an idle connection for. */
const KEEP_ALIVE_MS = 30_000;

/** Network errors after which nothing was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export interface RunOptions {
  readonly signal?: AbortSignal;
}

type FailedRun = Extract<RunResult, { outcome: 'failed' }>;

/** A result whose output is JSON text. */
export type JsonRunResult =
  { readonly outcome: 'completed'; readonly outputJson: string } | Exclude<RunResult, { outcome: 'completed' }>;

/** Starts functions on the runner, over kept-alive connections: each call of an action waits for this hop. */
@Injectable()
export class RunnerClient implements OnApplicationShutdown {
  private readonly pool: Pool;
  private readonly path: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(RunMasks) private readonly masks: Pick<RunMasks, 'of'>,
  ) {
    const { origin, pathname } = new URL(config.runner.url);
    this.path = `${pathname.replace(/\/$/, '')}/runs`;
    this.pool = new Pool(origin, { keepAliveTimeout: KEEP_ALIVE_MS, bodyTimeout: ANSWER_MARGIN_MS });
    this.headers = { authorization: `Bearer ${config.internal.secret}`, 'content-type': 'application/json' };
  }

  /**
   * Runs a function and waits for its end. A runner that cannot be reached, dies or is full is a result too: `failed` with
   * type `platform`.
   * @throws {AppError} `script_aborted` when `signal` was aborted; the runner stops the function then.
   */
  async run(request: RunRequest, options: RunOptions = {}): Promise<RunResult> {
    return await this.withoutSecrets(request, await this.post(request, options, parseResult));
  }

  /** As {@link run}, with the output as the JSON text that the function made: it may be megabytes, and is only passed on. */
  async runToJson(request: RunRequest, options: RunOptions = {}): Promise<JsonRunResult> {
    const result = await this.post(request, options, (text): JsonRunResult => {
      if (text.startsWith(COMPLETED_WITH))
        return { outcome: 'completed', outputJson: text.slice(COMPLETED_WITH.length, -1) };
      const result = parseResult(text);
      if (result.outcome !== 'completed') return result;
      return { outcome: 'completed', outputJson: JSON.stringify(result.output ?? null) };
    });
    return await this.withoutSecrets(request, result);
  }

  /** What a function says as it fails may hold what it read. */
  private async withoutSecrets<Result extends { readonly outcome: string }>(
    request: RunRequest,
    result: Result | FailedRun,
  ): Promise<Result | FailedRun> {
    // What happened to the platform is told in the gateway's own words.
    if (!isFailed(result) || result.error.type === 'platform') return result;
    const { providerConfigKey, connectionId } = request.connection;
    const mask = await this.masks.of({ environmentId: request.environmentId, providerConfigKey, connectionId });
    return { outcome: 'failed', error: maskedFailure(result.error, mask) };
  }

  private async post<Result>(
    request: RunRequest,
    { signal }: RunOptions,
    read: (text: string) => Result,
  ): Promise<Result | FailedRun> {
    const body = JSON.stringify(request);
    if (Buffer.byteLength(body) > MAX_RUN_REQUEST_BYTES) return TOO_LARGE;
    try {
      const answer = await this.pool.request({
        method: 'POST',
        path: this.path,
        headers: this.headers,
        body,
        headersTimeout: request.limits.wallTimeMs + ANSWER_MARGIN_MS,
        signal: signal ?? null,
      });
      const text = await answer.body.text();
      if (answer.statusCode === 200) return read(text);
      return platformFailure(
        RUN_NOT_STARTED,
        `The runner answered with status ${answer.statusCode}.`,
        retryAfterOf(answer.headers),
      );
    } catch (error) {
      if (signal?.aborted) throw new AppError('script_aborted', 'The run was aborted.', { cause: error });
      const code = codeOf(error);
      const name = NEVER_SENT.has(code) ? RUN_NOT_STARTED : 'RunnerUnreachable';
      return platformFailure(name, `The runner could not be reached (${code}).`);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}

/** It would be so the next time as well. */
const TOO_LARGE: FailedRun = {
  outcome: 'failed',
  error: {
    type: 'invalid_input',
    name: 'InputTooLargeError',
    message: `The input is too large: a function takes at most ${MAX_RUN_REQUEST_BYTES} bytes with what belongs to the run.`,
  },
};

const isFailed = (result: { readonly outcome: string }): result is FailedRun => result.outcome === 'failed';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

function parseResult(text: string): RunResult {
  const parsed = runResultSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  return platformFailure('RunnerAnswerInvalid', 'The runner answered with something else than a run result.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const platformFailure = (name: string, message: string, retryAfterMs?: number): FailedRun => ({
  outcome: 'failed',
  error: { type: 'platform', name, message, ...(retryAfterMs !== undefined && { retryAfterMs }) } satisfies RunFailure,
});

function retryAfterOf(headers: { [name: string]: unknown }): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
