import type { ActionRun, AsyncAction, ListActionRunsResponse } from '@svc/contracts';
import { ConnectionClient } from './connection-client.js';
import type { ActionRequest, AsyncActionRequest, ListActionRunsRequest, WaitForActionOptions } from './requests.js';
import { pause } from './pause.js';
import { SvcError } from './svc-error.js';

const part = (value: string): string => encodeURIComponent(value);

const DEFAULT_INTERVAL_MS = 1_000;

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
    const path = 'id' in handle ? `/action/${part(handle.id)}` : handle.statusUrl;
    return await this.transport.call({ method: 'GET', path });
  }

  /**
   * As {@link getAsyncActionResult}, once the action has ended.
   * @throws the reason of `signal`, when that is aborted first.
   */
  async waitForAction<T = unknown>(
    handle: { id: string } | { statusUrl: string },
    { signal, intervalMs = DEFAULT_INTERVAL_MS }: WaitForActionOptions = {},
  ): Promise<T> {
    for (;;) {
      signal?.throwIfAborted();
      try {
        return await this.getAsyncActionResult<T>(handle);
      } catch (error) {
        const status = error instanceof SvcError ? error.headers['x-action-status'] : undefined;
        if (status === undefined || !UNFINISHED.has(status)) throw error;
      }
      await pause(intervalMs, signal);
    }
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

const actionCall = ({ providerConfigKey, connectionId, actionName, input, idempotencyKey }: ActionRequest) => ({
  headers: {
    'Provider-Config-Key': providerConfigKey,
    'Connection-Id': connectionId,
    'Idempotency-Key': idempotencyKey,
  },
  body: { action_name: actionName, input },
});
