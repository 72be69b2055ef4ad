import { functionKindSchema, logLevelSchema, type LogLevel } from '@svc/contracts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { isSelected, theOne } from '../deploy/select-functions.js';
import { checkpointOf, connectionOf, dryrunContext, lastSyncDateOf } from '../dryrun/dryrun-context.js';
import type { DryrunContext, DryrunStart } from '../dryrun/dryrun-messages.js';
import { DryrunReport } from '../dryrun/dryrun-report.js';
import { failureOf } from '../dryrun/function-failure.js';
import { runInChild, type ChildOutcome } from '../dryrun/run-in-child.js';
import { validateWrites } from '../dryrun/validate-writes.js';
import { GatewayApi } from '../gateway-api.js';
import { OWN_FILES } from '../own-files.js';
import { CliEnvironment } from '../project/cli-environment.js';
import { openProject } from '../project/project.js';
import { expectationOf, expectedFailure } from '../recording/expectation.js';
import { testFileOf, testFileText } from '../recording/test-file.js';
import { jsonObjectOption, jsonOption } from '../terminal/json-option.js';
import { numberOption } from '../terminal/number-option.js';
import type { Output } from '../terminal/output.js';
import { showWarnings } from './compile.command.js';

export interface DryrunOptions {
  readonly environment: string;
  readonly integrationId?: string;
  readonly type?: string;
  readonly input?: string;
  readonly metadata?: string;
  readonly checkpoint?: string;
  readonly variant: string;
  readonly lastSyncDate?: string;
  readonly timeout: string;
  readonly validate?: boolean;
  /** A name, or true for the one without a name. */
  readonly save?: string | boolean;
  readonly diagnostics?: boolean;
}

const MAX_TIMEOUT_S = 86_400;

/** `svc dryrun <function> <connection-id>`: runs a function on this machine against a real connection; writes nothing. */
export async function dryrunCommand(
  name: string,
  connectionId: string,
  options: DryrunOptions,
  output: Output,
): Promise<void> {
  const project = openProject(process.cwd());
  const environment = CliEnvironment.load(project.root);
  const api = new GatewayApi(environment.host, environment.secretKey(options.environment));
  const timeoutMs = numberOption('timeout', options.timeout, { min: 1, max: MAX_TIMEOUT_S }) * 1000;
  const kind = functionKindSchema.optional().parse(options.type);
  const selection = { name, integration: options.integrationId, kind };
  const compilation = await output.during('Compiling', compileProject(project, { only: isSelected(selection) }));
  showWarnings(output, compilation);
  const compiled = theOne(compilation, selection);
  const start = await startOf(compiled, connectionId, { api, options, logLevel: logLevelOf(environment) });

  output.line(`Running ${titleOf(compiled)} for the connection "${connectionId}" of "${options.environment}":\n`);
  const report = new DryrunReport(output, options.diagnostics ?? false);
  const outcome = await runInChild(start, timeoutMs, report.add);
  const saved = await save({ root: project.root, compiled, start, outcome, report, options, output });
  if (outcome.failure) {
    report.showDiagnostics();
    throw failureOf(compiled, outcome.failure);
  }
  report.completed(compiled, outcome.output);
  if (options.validate) assertValid(compiled, report, output);
  output.result({ ...report.resultOf(outcome.output), ...(saved !== undefined && { saved }) });
}

interface StartSources {
  readonly api: GatewayApi;
  readonly options: DryrunOptions;
  readonly logLevel: LogLevel;
}

async function startOf(
  compiled: CompiledFunction,
  connectionId: string,
  { api, options, logLevel }: StartSources,
): Promise<DryrunStart> {
  const context: DryrunContext = dryrunContext(compiled, {
    environmentName: options.environment,
    input: jsonOption('input', options.input),
    checkpoint: checkpointOf(jsonObjectOption('checkpoint', options.checkpoint)),
    lastSyncDate: lastSyncDateOf(options.lastSyncDate),
    connection: await connectionOf(api, compiled.integration, connectionId),
    variant: options.variant,
    logLevel,
  });
  const isRecorded = Boolean(options.save);
  return {
    js: compiled.js,
    context,
    metadata: jsonObjectOption('metadata', options.metadata),
    source: { kind: 'gateway', host: api.host, secretKey: api.secretKey, isRecorded },
    fixedTime: isRecorded ? new Date().toISOString() : undefined,
    runtime: OWN_FILES.runtime,
    hostCrypto: OWN_FILES.hostCrypto,
  };
}

interface Recording {
  readonly root: string;
  readonly compiled: CompiledFunction;
  readonly start: DryrunStart;
  readonly outcome: ChildOutcome;
  readonly report: DryrunReport;
  readonly options: DryrunOptions;
  readonly output: Output;
}

/** The file that the recording went to; undefined where none was wanted. */
async function save(recording: Recording): Promise<string | undefined> {
  const { root, compiled, start, outcome, report, options, output } = recording;
  if (!options.save) return undefined;
  if (outcome.failure && outcome.failure.type !== 'action_error') {
    output.note('Nothing was recorded: the function failed, and not with an ActionError.\n');
    return undefined;
  }
  const { connectionId, provider, pagination } = start.context.connection;
  const { sync, input } = start.context;
  const file = testFileOf(compiled, options.save === true ? undefined : options.save);
  const text = testFileText({
    time: start.fixedTime ?? new Date().toISOString(),
    environment: options.environment,
    connection: { connectionId, provider, ...(pagination && { pagination }) },
    ...(input !== null && { input }),
    ...(start.metadata && { metadata: start.metadata }),
    ...(sync && sync.variant !== 'base' && { variant: sync.variant }),
    ...(sync?.lastSyncDate && { lastSyncDate: sync.lastSyncDate }),
    ...(sync?.checkpoint?.checkpoint && { checkpoint: sync.checkpoint.checkpoint }),
    calls: report.outcome.recorded,
    expect: outcome.failure
      ? expectedFailure(outcome.failure)
      : expectationOf(report.outcome.writes, compiled.kind === 'action' ? outcome.output : undefined),
  });
  await writeFile(path.join(root, file), text);
  output.note(`Recorded as ${file}: "svc test" replays it. Look it through for personal data before you commit it.\n`);
  return file;
}

function assertValid(compiled: CompiledFunction, { outcome }: DryrunReport, output: Output): void {
  const problems = validateWrites(compiled, outcome.writes);
  if (problems.length > 0)
    throw new CliError(
      `What the ${titleOf(compiled)} writes does not match its schemas:\n${problems.map((text) => `  - ${text}`).join('\n')}`,
      { code: 'invalid_writes', hint: 'Change the schema, or what the function makes of the answers.' },
    );
  output.line('Everything that it writes matches its schemas.');
}

/** Everything is shown in a dry run unless somebody says otherwise (specification, "Limits"). */
const logLevelOf = (environment: CliEnvironment): LogLevel =>
  logLevelSchema.catch('debug').parse(environment.loggerLevel);
