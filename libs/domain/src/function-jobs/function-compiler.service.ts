import { Injectable } from '@nestjs/common';
import { bundleSource, type BundledSource } from '@svc/compile';
import type { FunctionKind, RunFailure, RunRequest, SourceProblem } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { createHash, randomUUID } from 'node:crypto';
import { RunnerClient } from '../runs/runner-client.service.js';
import { functionDescriptorSchema, type DescribedFunction } from './function-descriptor.js';

/** Describing a definition evaluates its file and converts its schemas; that takes milliseconds. */
const LIMITS = { wallTimeMs: 10_000, cpuTimeMs: 3_000, memoryMb: 128, outputBytes: 4 * 1024 * 1024 };
const DEFAULT_FILE = 'function.ts';

/** Whose function it is: a child of the runner serves one environment at a time. */
export interface CompilingEnvironment {
  readonly environmentId: number;
  readonly environmentName: string;
}

/** A function that was compiled and described. */
export interface CompiledSource extends BundledSource {
  /** As a deploy stores it: SHA-256 of script and source map. */
  readonly hash: string;
  readonly descriptor: DescribedFunction;
}

/** Compiles functions that came as text. Their code is evaluated in the runner's isolates alone. */
@Injectable()
export class FunctionCompiler {
  constructor(private readonly runner: RunnerClient) {}

  /**
   * @param file name of the source in messages
   * @throws {AppError} `compilation_error` with every problem; `validation_error` for a file that does not load or is no
   * function; `timeout`; `execution_environment_unavailable` without a runner.
   */
  async compile(environment: CompilingEnvironment, code: string, file = DEFAULT_FILE): Promise<CompiledSource> {
    const bundled = await bundleSource(code, file);
    if (!('js' in bundled)) throw sourceError('compilation_error', bundled);
    const { js, map } = bundled;
    const hash = createHash('sha256').update(`${js}\0${map}`).digest('hex');
    return { js, map, hash, descriptor: await this.describe(environment, { js, map, hash }) };
  }

  private async describe(
    environment: CompilingEnvironment,
    { js, map, hash }: BundledSource & { readonly hash: string },
  ): Promise<DescribedFunction> {
    const result = await this.runner.run(descriptionRequest(environment, hash, { code: js, sourceMap: map }));
    if (result.outcome === 'failed') throw describeError(result.error);
    const described = functionDescriptorSchema.safeParse(result.outcome === 'completed' ? result.output : undefined);
    if (described.success) return described.data;
    throw new AppError('validation_error', 'The default export is not the definition of a function.');
  }
}

/** @throws {AppError} `validation_error` when the source defines another kind of function. */
export function expectKind({ descriptor }: CompiledSource, kind: FunctionKind): void {
  if (descriptor.type === kind) return;
  throw new AppError(
    'validation_error',
    `function_type is ${kind}, but the code defines a function of type ${descriptor.type}.`,
  );
}

/** Nothing of the function runs, so it needs neither a token nor a connection. */
const descriptionRequest = (
  environment: CompilingEnvironment,
  hash: string,
  script: NonNullable<RunRequest['script']>,
): RunRequest => ({
  runId: randomUUID(),
  token: '',
  ...environment,
  function: { kind: 'action', name: 'description', versionId: hash, scriptHash: hash },
  connection: { connectionId: '', providerConfigKey: '', provider: '' },
  script,
  purpose: 'describe',
  limits: LIMITS,
  logLevel: 'off',
});

function sourceError(code: 'compilation_error' | 'validation_error', problems: readonly SourceProblem[]): AppError {
  const diagnostics = problems.map(({ message, line, column, frame, hint }) => ({
    message,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(frame !== undefined && { frame }),
    ...(hint !== undefined && { hint }),
  }));
  const [first] = diagnostics;
  const place = first?.line === undefined ? '' : `Line ${first.line}: `;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more, see payload.diagnostics)` : '';
  return new AppError(code, `${place}${first?.message ?? 'The code does not compile.'}${more}`, {
    payload: { diagnostics },
  });
}

function describeError({ type, message, location, codeFrame }: RunFailure): AppError {
  if (type === 'platform')
    return new AppError('execution_environment_unavailable', `${message} Try again in a moment.`);
  if (type === 'cpu_time_exceeded' || type === 'wall_time_exceeded')
    return new AppError('timeout', `The file took too long to load: ${message}`);
  return sourceError('validation_error', [
    {
      message: `The function fails while it is loaded: ${message}`,
      ...(location && { line: location.line, column: location.column }),
      ...(codeFrame !== undefined && { frame: codeFrame }),
    },
  ]);
}
