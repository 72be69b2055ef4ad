import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@svc/config';
import { runResultSchema, type RunFailure, type RunRequest, type RunResult } from '@svc/contracts';
import { AppError } from '@svc/errors';
import axios, { type AxiosInstance } from 'axios';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { CONFIG } from '../core/core.tokens.js';

/** Added to a run's own limit before the caller stops waiting for the runner's answer. */
const ANSWER_MARGIN_MS = 30_000;

/** Starts functions on the runner. */
@Injectable()
export class RunnerClient implements OnApplicationShutdown {
  private readonly http: AxiosInstance;
  private readonly agents = { httpAgent: new HttpAgent({ keepAlive: true }), httpsAgent: new HttpsAgent({ keepAlive: true }) };

  constructor(@Inject(CONFIG) config: Config) {
    this.http = axios.create({
      baseURL: config.runner.url,
      headers: { authorization: `Bearer ${config.internal.secret}` },
      ...this.agents,
      proxy: false,
      maxRedirects: 0,
      validateStatus: () => true,
    });
  }

  /**
   * Runs a function and waits for its end. A runner that cannot be reached, dies or is full is a result too: `failed` with
   * type `platform`.
   * @throws {AppError} `script_aborted` when `signal` was aborted; the runner stops the function then.
   */
  async run(request: RunRequest, { signal }: { readonly signal?: AbortSignal } = {}): Promise<RunResult> {
    try {
      const timeout = request.limits.wallTimeMs + ANSWER_MARGIN_MS;
      const answer = await this.http.post<unknown>('/runs', request, { timeout, ...(signal && { signal }) });
      if (answer.status !== 200) return platformFailure('RunnerRefused', `The runner answered with status ${answer.status}.`, retryAfterOf(answer.headers));
      const parsed = runResultSchema.safeParse(answer.data);
      return parsed.success ? parsed.data : platformFailure('RunnerAnswerInvalid', 'The runner answered with something else than a run result.');
    } catch (error) {
      if (signal?.aborted) throw new AppError('script_aborted', 'The run was aborted.', { cause: error });
      const code = axios.isAxiosError(error) ? (error.code ?? error.message) : String(error);
      return platformFailure('RunnerUnreachable', `The runner could not be reached (${code}).`);
    }
  }

  onApplicationShutdown(): void {
    this.agents.httpAgent.destroy();
    this.agents.httpsAgent.destroy();
  }
}

const platformFailure = (name: string, message: string, retryAfterMs?: number): RunResult => ({
  outcome: 'failed',
  error: { type: 'platform', name, message, ...(retryAfterMs !== undefined && { retryAfterMs }) } satisfies RunFailure,
});

function retryAfterOf(headers: { [name: string]: unknown }): number | undefined {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
