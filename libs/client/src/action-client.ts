import type { ActionRun, AsyncAction, ListActionRunsResponse } from '@svc/contracts';
import { ConnectionClient } from './connection-client.js';
import type { ActionRequest, AsyncActionRequest, ListActionRunsRequest, WaitForActionOptions } from './requests.js';
import { pause } from './pause.js';
import { SvcError } from './svc-error.js';

const part = (value: string): string => encodeURIComponent(value);

const DEFAULT_INTERVAL_MS = 1_000;
/** The gateway holds its answer back for so long; below what proxies cut off. */
const LONGEST_WAIT_SECONDS = 20;

const UNFINISHED = new Set(['queued', 'running']);

/** The part of the client that runs actions. */
export class ActionClient extends ConnectionClient {
  /**
   * Runs an action and returns what it returned. With an `idempotencyKey` the call may be repeated safely: it runs once, and
   * every call with the key gets the same answer.
   *
   * @throws {SvcError} with the action's failure: `code` tells its kind, such as `action_script_runtime_error` for an
   *   `ActionError`, whose payload is in `payload`.
   */
  async triggerAction<T = unknown>(request: ActionRequest): Promise<T> {
    return await this.transport.call({ method: 'POST', path: '/action/trigger', ...actionCall(request) });
  }

  /** Starts an action that goes on without the caller; ask for its result with {@link getAsyncActionResult}. */
  async triggerActionAsync(request: AsyncActionRequest): Promise<AsyncAction> {
    const { headers, body } = actionCall(request);
    const maxRetries = request.maxRetries === undefined ? undefined : String(request.maxRetries);
    return await this.transport.call({
      method: 'POST',
      path: '/action/trigger',
      headers: { ...headers, 'X-Async': 'true', 'X-Max-Retries': maxRetries },
      body,
    });
  }

  /** The result of an asynchronous action. While it is queued or runs this throws with status 404. */
  async getAsyncActionResult<T = unknown>(handle: { id: string } | { statusUrl: string }): Promise<T> {
    return await this.transport.call({ method: 'GET', path: pathOf(handle) });
  }

  /**
   * As {@link getAsyncActionResult}, once the action has ended.
   * @throws the reason of `signal`, when that is aborted first.
   */
  async waitForAction<T = unknown>(
    handle: { id: string } | { statusUrl: string },
    { signal, intervalMs = DEFAULT_INTERVAL_MS }: WaitForActionOptions = {},
  ): Promise<T> {
    const headers = { prefer: `wait=${this.waitSeconds}` };
    for (;;) {
      signal?.throwIfAborted();
      const askedAtMs = Date.now();
      try {
        return await this.transport.call<T>({ method: 'GET', path: pathOf(handle), headers, signal });
      } catch (error) {
        signal?.throwIfAborted();
        const status = error instanceof SvcError ? error.headers['x-action-status'] : undefined;
        if (status === undefined || !UNFINISHED.has(status)) throw error;
      }
      // None where the gateway held its answer back.
      await pause(Math.max(0, intervalMs - (Date.now() - askedAtMs)), signal);
    }
  }

  /** A request must not run into the client's own time limit. */
  private get waitSeconds(): number {
    const { timeoutMs } = this.transport;
    return timeoutMs === 0 ? LONGEST_WAIT_SECONDS : Math.min(LONGEST_WAIT_SECONDS, Math.floor(timeoutMs / 2_000));
  }

  /** A page of the runs of actions that were triggered asynchronously or with an idempotency key, latest first. */
  async listActionRuns(request: ListActionRunsRequest = {}): Promise<ListActionRunsResponse> {
    const { actionName, providerConfigKey, connectionId, createdAfter, createdBefore, ...query } = request;
    return await this.transport.call({
      method: 'GET',
      path: '/action/runs',
      query: {
        ...query,
        action_name: actionName,
        provider_config_key: providerConfigKey,
        connection_id: connectionId,
        created_after: createdAfter,
        created_before: createdBefore,
      },
    });
  }

  /** One run of an action, without its result. */
  async getActionRun(id: string): Promise<{ data: ActionRun }> {
    return await this.transport.call({ method: 'GET', path: `/action/runs/${part(id)}` });
  }

  /** Ends a run that goes on: its result is an error with the code `script_aborted`. What it had done by then stays. */
  async cancelActionRun(id: string): Promise<{ data: ActionRun }> {
    return await this.transport.call({ method: 'POST', path: `/action/runs/${part(id)}/cancel` });
  }
}

const pathOf = (handle: { id: string } | { statusUrl: string }): string =>
  'id' in handle ? `/action/${part(handle.id)}` : handle.statusUrl;

const actionCall = ({ providerConfigKey, connectionId, actionName, input, idempotencyKey }: ActionRequest) => ({
  headers: {
    'Provider-Config-Key': providerConfigKey,
    'Connection-Id': connectionId,
    'Idempotency-Key': idempotencyKey,
  },
  body: { action_name: actionName, input },
});
