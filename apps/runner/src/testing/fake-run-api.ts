import {
  RUN_API,
  runLogBatchSchema,
  runProxyRequestSchema,
  UPSTREAM_META_HEADER,
  type Checkpoint,
  type EndedTracking,
  type RunLogBatch,
  type RunProxyRequest,
  type RunFetchRequest,
  type RunTriggerAction,
  type TriggeredActionOutcome,
} from '@svc/contracts';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { BundledFunction } from './bundle-function.js';

export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

type Provider = (request: RunProxyRequest) => ProviderAnswer | Promise<ProviderAnswer>;

export const jsonAnswer = (value: unknown, headers: Record<string, string> = {}): ProviderAnswer => ({
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

/** Body of a refusal in the gateway's envelope. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly payload?: unknown;
}

/** The other side of the run protocol, over real HTTP: what a test says the gateway and the provider answer. */
export class FakeRunApi {
  readonly token = 'run-token';
  readonly proxied: RunProxyRequest[] = [];
  readonly saved: { model: string; records: Record<string, unknown>[] }[] = [];
  readonly deleted: { model: string; ids: (string | number)[] }[] = [];
  readonly updated: { model: string; records: Record<string, unknown>[] }[] = [];
  /** What reading records answers. */
  pages: (query: { ids?: (string | number)[]; cursor?: string }) => unknown = () => ({
    records: [],
    next_cursor: null,
  });
  /** What triggered actions come to. */
  triggered: (action: RunTriggerAction) => TriggeredActionOutcome | Promise<TriggeredActionOutcome> = () => ({
    outcome: 'completed',
    output: null,
  });
  /** Addresses that functions called without credentials. */
  readonly fetched: RunFetchRequest[] = [];
  readonly triggeredSyncs: unknown[] = [];
  /** Bodies of `/run/again`. */
  readonly again: unknown[] = [];
  ended: EndedTracking = { deletedKeys: ['gone'] };
  readonly guards: (number | undefined)[] = [];
  readonly logBatches: RunLogBatch[] = [];
  /** What was asked for about locks. */
  readonly locks: unknown[] = [];
  /** `METHOD path` of every call. */
  readonly requests: string[] = [];
  readonly queries: unknown[] = [];
  checkpoint: { checkpoint: Checkpoint | null; version: number } = { checkpoint: null, version: 0 };
  metadata: Record<string, unknown> = { repository: 'a/b' };
  provider: Provider = () => jsonAnswer({ ok: true });
  /** Refuses calls whose path it is given. */
  refuse: (path: string) => Refusal | undefined = () => undefined;
  private readonly scripts = new Map<string, BundledFunction>();
  private readonly server: FastifyInstance = fastify({ bodyLimit: 128 * 1024 * 1024, forceCloseConnections: true });

  get logLines(): RunLogBatch['lines'] {
    return this.logBatches.flatMap(({ lines }) => lines);
  }

  add(script: BundledFunction): string {
    this.scripts.set(script.hash, script);
    return script.hash;
  }

  /** Forgets what was recorded. */
  reset(): void {
    for (const list of [
      this.proxied,
      this.saved,
      this.updated,
      this.deleted,
      this.logBatches,
      this.requests,
      this.queries,
      this.locks,
      this.fetched,
      this.triggeredSyncs,
    ])
      list.length = 0;
    this.ended = { deletedKeys: ['gone'] };
    this.guards.length = 0;
    this.checkpoint = { checkpoint: null, version: 0 };
    this.metadata = { repository: 'a/b' };
    this.provider = () => jsonAnswer({ ok: true });
    this.refuse = () => undefined;
  }

  async start(): Promise<string> {
    this.server.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    this.server.addHook('preHandler', (request, reply, done) => {
      const path = request.url.split('?', 1)[0] ?? '';
      this.requests.push(`${request.method} ${path}`);
      this.queries.push(request.query);
      const refusal =
        request.headers.authorization === `Bearer ${this.token}`
          ? this.refuse(path)
          : { status: 401, code: 'invalid_run_token' };
      if (!refusal) return done();
      const { status, ...error } = refusal;
      void reply.status(status).send({ error: { message: `refused: ${error.code}`, ...error } });
    });
    this.addRoutes();
    return this.server.listen({ host: '127.0.0.1', port: 0 });
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  private addRoutes(): void {
    const { server } = this;
    server.get<{ Params: { hash: string } }>('/run/scripts/:hash', ({ params }, reply) => {
      const script = this.scripts.get(params.hash);
      return script
        ? { code: script.code, sourceMap: script.sourceMap }
        : reply.status(404).send({ error: { code: 'not_found', message: 'no such script' } });
    });
    server.post(RUN_API.proxy, (request, reply) => this.proxy(request, reply));
    server.post(RUN_API.acquireLock, ({ body }) => ({ acquired: this.locks.push(body) === 1 }));
    server.post(RUN_API.releaseLock, ({ body }) => ({ released: this.locks.push(body) > 0 }));
    server.post(RUN_API.releaseLocks, () => ({ ended: this.locks.push('all') }));
    server.post(RUN_API.logs, ({ body }) => {
      this.logBatches.push(runLogBatchSchema.parse(body));
      return {};
    });
    server.get(RUN_API.connection, () => ({
      connection_id: 'c1',
      credentials: { type: 'OAUTH2', access_token: 'at' },
    }));
    server.get(RUN_API.integration, () => ({ data: { unique_key: 'github', webhook_url: 'https://gw/webhook/1' } }));
    server.post<{ Body: RunTriggerAction }>(RUN_API.triggerAction, ({ body }) => this.triggered(body));
    server.post<{ Body: RunFetchRequest }>(RUN_API.fetch, ({ body }, reply) => {
      this.fetched.push(body);
      const meta = { status: 404, headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] } };
      return reply
        .header(UPSTREAM_META_HEADER, Buffer.from(JSON.stringify(meta)).toString('base64'))
        .send(Buffer.from('{"gone":true}'));
    });
    for (const path of [RUN_API.triggerSync, RUN_API.startSync]) {
      server.post(path, ({ body }, reply) => {
        this.triggeredSyncs.push([path, body]);
        return reply.status(204).send();
      });
    }
    server.post(RUN_API.runAgain, ({ body }, reply) => {
      this.again.push(body);
      return reply.status(204).send();
    });
    server.get(RUN_API.environmentVariables, () => [{ name: 'A', value: '1' }]);
    server.get(RUN_API.metadata, () => this.metadata);
    server.put<{ Body: Record<string, unknown> }>(RUN_API.metadata, ({ body }) => (this.metadata = body));
    server.patch<{ Body: Record<string, unknown> }>(
      RUN_API.metadata,
      ({ body }) => (this.metadata = { ...this.metadata, ...body }),
    );
    this.addStateRoutes();
  }

  private addStateRoutes(): void {
    const { server } = this;
    server.get(RUN_API.checkpoint, () => this.checkpoint);
    server.put<{ Body: { checkpoint: Checkpoint; version: number } }>(RUN_API.checkpoint, ({ body }, reply) => {
      if (body.version !== this.checkpoint.version) {
        return reply.status(409).send({ error: { code: 'checkpoint_conflict', message: 'the checkpoint moved' } });
      }
      this.checkpoint = { checkpoint: body.checkpoint, version: body.version + 1 };
      return { version: this.checkpoint.version };
    });
    server.delete(RUN_API.checkpoint, () => {
      this.checkpoint = { checkpoint: null, version: this.checkpoint.version + 1 };
      return { version: this.checkpoint.version };
    });
    server.post<{ Querystring: { model: string }; Body: string }>(RUN_API.saveRecords, ({ query, body }) => {
      const records = body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
      this.saved.push({ model: query.model, records });
      const written = [this.saved.length, this.saved.length];
      return { added: records.length, updated: 0, deleted: 0, unchanged: 0, duplicates: [], written };
    });
    server.post<{ Querystring: { model: string }; Body: string }>(RUN_API.updateRecords, ({ query, body }) => {
      const records = body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
      this.updated.push({ model: query.model, records });
      return { added: 0, updated: records.length, deleted: 0, unchanged: 0, duplicates: [] };
    });
    server.post<{ Body: { ids?: (string | number)[]; cursor?: string } }>(RUN_API.readRecords, ({ body }) =>
      this.pages(body),
    );
    server.get(RUN_API.recordPlace, () => ({ cursor: 'place' }));
    server.post(RUN_API.startTracking, () => ({}));
    server.post<{ Body: { guard?: number } }>(RUN_API.endTracking, ({ body }) => {
      this.guards.push(body.guard);
      return this.ended;
    });
    server.post<{ Querystring: { model: string }; Body: { ids: string[] } }>(
      RUN_API.deleteRecords,
      ({ query, body }) => {
        this.deleted.push({ model: query.model, ids: body.ids });
        return { added: 0, updated: 0, deleted: body.ids.length, unchanged: 0, duplicates: [] };
      },
    );
  }

  private async proxy(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const proxied = runProxyRequestSchema.parse(request.body);
    this.proxied.push(proxied);
    const { status = 200, headers = {}, body = '' } = await this.provider(proxied);
    const meta = Buffer.from(JSON.stringify({ status, headers })).toString('base64');
    return reply.header(UPSTREAM_META_HEADER, meta).type('application/octet-stream').send(Buffer.from(body));
  }
}
