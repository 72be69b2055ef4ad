import { refused, type CallOutcome, type HelperCall } from './call-outcome.js';
import type { DryStore } from './dry-store.js';
import type { Remote } from './remote.js';

const REMOTE_OPERATIONS = new Set([
  'proxy',
  'connection',
  'integration',
  'environmentVariables',
  'readRecords',
  'triggerAction',
  'uncontrolledFetch',
]);

/** What the helpers of a function reach: the gateway and the provider for reading and calling, memory for writing. */
export class DryGateway {
  constructor(
    private readonly store: DryStore,
    private readonly remote: Remote,
  ) {}

  async call(call: HelperCall): Promise<CallOutcome> {
    if (REMOTE_OPERATIONS.has(call.operation)) return await this.remote.ask(call);
    if (call.operation === 'getMetadata') return await this.metadata((metadata) => metadata);
    if (call.operation === 'updateMetadata')
      return await this.metadata((metadata) => this.store.setMetadata(call.body, metadata));
    const head = this.write(call);
    return head === undefined ? refused('not_found', `A dry run has no "${call.operation}".`) : { ok: true, head };
  }

  private write({ operation, args, body }: HelperCall): unknown {
    const { store } = this;
    const model = String(args['model']);
    switch (operation) {
      case 'setMetadata':
        return store.setMetadata(body);
      case 'getCheckpoint':
        return store.getCheckpoint();
      case 'saveCheckpoint':
        return store.saveCheckpoint(body);
      case 'clearCheckpoint':
        return store.clearCheckpoint();
      case 'saveRecords':
        return store.saveRecords(model, body);
      case 'updateRecords':
        return store.updateRecords(model, body);
      case 'recordPlace':
        return { cursor: '' };
      case 'startTracking':
        return {};
      case 'endTracking':
        return store.endTracking(model);
      case 'deleteRecords':
        return store.deleteRecords(model, body);
      case 'acquireLock':
        return store.acquireLock(body);
      case 'releaseLock':
        return store.releaseLock(body);
      case 'releaseLocks':
        return store.releaseLocks();
      case 'triggerSync':
      case 'startSync':
        return store.noteSync(operation, body);
      case 'runAgain':
        return store.noteAgain(body);
      default:
        return undefined;
    }
  }

  /** Metadata that this run was given or has written, else the connection's. */
  private async metadata(use: (metadata: Record<string, unknown>) => unknown): Promise<CallOutcome> {
    const own = this.store.getMetadata();
    if (own) return { ok: true, head: use(own) };
    const answer = await this.remote.ask({ operation: 'connection', args: {}, body: '' });
    if (!answer.ok) return answer;
    const { head } = answer;
    const isObject = typeof head === 'object' && head !== null && 'metadata' in head;
    return { ok: true, head: use({ ...Object(isObject ? head.metadata : undefined) }) };
  }
}
