import type {
  AcceptedFunctionJob,
  CreateDryRunBody,
  DeployResponse,
  DryRun,
  EventRunResponse,
  EnvironmentVariable,
  FunctionCode,
  FunctionDeployment,
  FunctionSummary,
  ListDeploysResponse,
  ListEventRunsResponse,
  ListFunctionsResponse,
  ListFunctionVersionsResponse,
  ListOperationLinesResponse,
  ListOperationsResponse,
  OperationResponse,
  RollbackBody,
  RollbackResponse,
  ScriptsConfig,
} from '@svc/contracts';
import { ActionClient } from './action-client.js';
import { pause } from './pause.js';
import type {
  DeployFunctionRequest,
  FunctionRequest,
  ListEventRunsRequest,
  ListFunctionsRequest,
  ListLogLinesRequest,
  ListOperationsRequest,
  PageRequest,
} from './requests.js';

const part = (value: string): string => encodeURIComponent(value);

/** How often the end of a dry run or a deployment is asked for. */
const ASK_EVERY_MS = 500;

/** The part of the client about deployed functions: what there is, how it gets there, the way back, and the log. */
export class FunctionClient extends ActionClient {
  /** A page of the functions that are deployed to an integration. */
  async listFunctions({ uniqueKey, ...query }: ListFunctionsRequest): Promise<ListFunctionsResponse> {
    return await this.transport.call({ method: 'GET', path: `/integrations/${part(uniqueKey)}/functions`, query });
  }

  /** One function; of several with the name the sync comes before the action. */
  async getFunction(request: FunctionRequest): Promise<{ data: FunctionSummary }> {
    return await this.transport.call({ method: 'GET', path: pathOf(request), query: { type: request.type } });
  }

  /** TypeScript source of a function, as it was deployed. */
  async getFunctionCode(request: FunctionRequest): Promise<FunctionCode> {
    return await this.transport.call({ method: 'GET', path: `${pathOf(request)}/code`, query: { type: request.type } });
  }

  /** Deletes a function that no repository manages; of a sync, every instance too. */
  async deleteFunction(request: FunctionRequest & { type: 'sync' | 'action' }): Promise<{ data: { success: true } }> {
    return await this.transport.call({ method: 'DELETE', path: pathOf(request), query: { type: request.type } });
  }

  /** Switches a function off or on; what runs goes on to its end. */
  async setFunctionEnabled(request: FunctionRequest, enabled: boolean): Promise<{ data: FunctionSummary }> {
    const { type } = request;
    return await this.transport.call({ method: 'PATCH', path: pathOf(request), query: { type }, body: { enabled } });
  }

  /** Versions of a function that can be rolled back to, latest first. */
  async listFunctionVersions(request: FunctionRequest & PageRequest): Promise<ListFunctionVersionsResponse> {
    const { type, limit, cursor } = request;
    return await this.transport.call({
      method: 'GET',
      path: `${pathOf(request)}/versions`,
      query: { type, limit, cursor },
    });
  }

  /** What was deployed to the environment, latest first. */
  async listDeploys({ limit, cursor }: PageRequest = {}): Promise<ListDeploysResponse> {
    return await this.transport.call({ method: 'GET', path: '/functions/deploys', query: { limit, cursor } });
  }

  /** A deploy with what it did to each function. */
  async getDeploy({ id }: { id: string }): Promise<DeployResponse> {
    return await this.transport.call({ method: 'GET', path: `/functions/deploys/${part(id)}` });
  }

  /** Publishes earlier versions: of everything, as it was before the latest deploy or after a named one; or of one function. */
  async rollback(body: RollbackBody = {}): Promise<RollbackResponse> {
    return await this.transport.call({ method: 'POST', path: '/functions/rollback', body });
  }

  /** What {@link rollback} would change. */
  async previewRollback(body: RollbackBody = {}): Promise<RollbackResponse> {
    return await this.transport.call({ method: 'POST', path: '/functions/rollback/preview', body });
  }

  /** Compiles, checks and publishes the source of one function; resolves when that has ended, well or not: see `status`. */
  async deployFunction(request: DeployFunctionRequest): Promise<FunctionDeployment> {
    const path = '/functions/deployments';
    const body = { type: 'function', ...request };
    const { id } = await this.transport.call<AcceptedFunctionJob>({ method: 'POST', path, body });
    return await this.ended(() => this.transport.call<FunctionDeployment>({ method: 'GET', path: `${path}/${id}` }));
  }

  /** Runs a function's source against a connection without storing what it writes; resolves when the run has ended. */
  async dryRunFunction(body: CreateDryRunBody): Promise<DryRun> {
    const path = '/functions/dryruns';
    const { id } = await this.transport.call<AcceptedFunctionJob>({ method: 'POST', path, body });
    return await this.ended(() => this.transport.call<DryRun>({ method: 'GET', path: `${path}/${id}` }));
  }

  /** What is deployed, by integration. */
  async getScriptsConfig(): Promise<ScriptsConfig> {
    return await this.transport.call({ method: 'GET', path: '/scripts/config' });
  }

  /** The variables that functions of the environment read. */
  async getEnvironmentVariables(): Promise<EnvironmentVariable[]> {
    return await this.transport.call({ method: 'GET', path: '/environment-variables' });
  }

  /** Adds a variable or changes its value. Values are hidden from the logs of functions. */
  async setEnvironmentVariable({ name, value }: EnvironmentVariable): Promise<{ success: true }> {
    return await this.transport.call({ method: 'PUT', path: `/environment-variables/${part(name)}`, body: { value } });
  }

  /** Removes a variable. */
  async removeEnvironmentVariable({ name }: { name: string }): Promise<{ success: true }> {
    return await this.transport.call({ method: 'DELETE', path: `/environment-variables/${part(name)}` });
  }

  /** What the gateway did, latest first. With filters a page may be empty although `next_cursor` says that more follows. */
  async listOperations({ type, status, ...query }: ListOperationsRequest = {}): Promise<ListOperationsResponse> {
    const lists = { type: type?.join(','), status: status?.join(',') };
    return await this.transport.call({ method: 'GET', path: '/logs/operations', query: { ...query, ...lists } });
  }

  /** A page of the runs of on-event functions and of `onWebhook`, latest first. */
  async listEventRuns(request: ListEventRunsRequest = {}): Promise<ListEventRunsResponse> {
    const { functionName, providerConfigKey, connectionId, createdAfter, createdBefore, ...query } = request;
    const names = {
      function_name: functionName,
      provider_config_key: providerConfigKey,
      connection_id: connectionId,
      created_after: createdAfter,
      created_before: createdBefore,
    };
    return await this.transport.call({ method: 'GET', path: '/functions/event-runs', query: { ...query, ...names } });
  }

  /** One of those runs; `operation_id` leads to its log. */
  async getEventRun({ id }: { id: string }): Promise<EventRunResponse> {
    return await this.transport.call({ method: 'GET', path: `/functions/event-runs/${part(id)}` });
  }

  /** One operation. */
  async getOperation({ id }: { id: string }): Promise<OperationResponse> {
    return await this.transport.call({ method: 'GET', path: `/logs/operations/${part(id)}` });
  }

  /** Log lines of an operation, oldest first; `after` follows. */
  async listLogLines({ operationId, ...query }: ListLogLinesRequest): Promise<ListOperationLinesResponse> {
    return await this.transport.call({ method: 'GET', path: `/logs/operations/${part(operationId)}/lines`, query });
  }

  private async ended<Job extends { status: string }>(ask: () => Promise<Job>): Promise<Job> {
    for (;;) {
      const job = await ask();
      if (job.status === 'success' || job.status === 'failed') return job;
      await pause(ASK_EVERY_MS);
    }
  }
}

const pathOf = ({ uniqueKey, name }: FunctionRequest): string =>
  `/integrations/${part(uniqueKey)}/functions/${part(name)}`;
