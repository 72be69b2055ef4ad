import { MAX_RUN_REQUEST_BYTES, runRequestSchema, type RunLimits, type RunRequest } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ChildPool } from './child-pool.js';
import { createSecretCheck } from './secret-check.js';

export interface RunnerServerOptions {
  readonly pool: ChildPool;
  readonly secret: string;
  readonly logger: Logger;
  /** Upper bounds of what a caller may ask for. */
  readonly maxLimits: Pick<RunLimits, 'wallTimeMs' | 'cpuTimeMs' | 'memoryMb'>;
}

/** Longer than callers keep their connections. */
const KEEP_ALIVE_MS = 75_000;

const parseRequest = (body: unknown): RunRequest => {
  const { success, data, error } = runRequestSchema.safeParse(body);
  if (success) return data;
  const errors = error.issues.map(({ code, message, path }) => ({
    code: String(code),
    message,
    path: path.map(String),
  }));
  throw new AppError('invalid_body', 'The body is not a run request.', { errors });
};

const bound = (request: RunRequest, max: RunnerServerOptions['maxLimits']): RunRequest => ({
  ...request,
  limits: {
    ...request.limits,
    wallTimeMs: Math.min(request.limits.wallTimeMs, max.wallTimeMs),
    cpuTimeMs: Math.min(request.limits.cpuTimeMs, max.cpuTimeMs),
    memoryMb: Math.min(request.limits.memoryMb, max.memoryMb),
  },
});

/** Aborts when the caller hangs up before it got its answer. */
const hangUpSignal = (reply: FastifyReply): AbortSignal => {
  const abort = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  return abort.signal;
};

const toAppError = (error: unknown, logger: Logger): AppError => {
  if (error instanceof AppError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new AppError('body_too_large', `The body is larger than ${MAX_RUN_REQUEST_BYTES} bytes.`);
  if (status === 400 || status === 415) return new AppError('invalid_body', 'The body is not JSON.', { cause: error });
  logger.error({ err: error }, 'request failed');
  return new AppError('server_error', 'The runner failed. See its log.', { cause: error });
};

/** The runner's HTTP face: `POST /runs` for api and worker, `GET /health` for operators. */
export const createRunnerServer = ({ pool, secret, logger, maxLimits }: RunnerServerOptions): FastifyInstance => {
  const server = fastify({
    bodyLimit: MAX_RUN_REQUEST_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: true,
  });
  const isAuthorised = createSecretCheck(secret);

  server.setErrorHandler((error, _request, reply) => {
    const appError = toAppError(error, logger);
    return reply
      .status(appError.status)
      .headers({ ...appError.details.headers })
      .send(appError.toEnvelope());
  });
  server.get('/health', () => ({ status: 'ok', children: pool.all.length, runs: pool.runningCount }));

  const authorise = (request: FastifyRequest): Promise<void> => {
    if (isAuthorised(request.headers.authorization)) return Promise.resolve();
    const message = 'The runner does not know this secret. INTERNAL_SECRET must be the same for all processes.';
    return Promise.reject(new AppError('malformed_auth_header', message));
  };
  server.post('/runs', { onRequest: authorise }, async (request, reply) => {
    const run = bound(parseRequest(request.body), maxLimits);
    const text = await pool.run(run, hangUpSignal(reply));
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  });
  return server;
};
