import { deployPlanSchema } from '@svc/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import { deployRequest } from '../deploy/deploy-request.js';
import { planLines, summarisePlan, type PlanSummary } from '../deploy/plan-lines.js';
import { isSelected } from '../deploy/select-functions.js';
import { GatewayApi } from '../gateway-api.js';
import { followOperations } from '../logs/follow-operations.js';
import { LogPrinter } from '../logs/log-printer.js';
import { OperationLog } from '../logs/operation-log.js';
import { CliEnvironment } from '../project/cli-environment.js';
import { changedFiles, fileStamps } from '../project/file-stamps.js';
import { openProject, type Project } from '../project/project.js';
import { untilInterrupted } from '../terminal/interruption.js';
import type { Output } from '../terminal/output.js';
import { showWarnings } from './compile.command.js';

export interface DevOptions {
  readonly integration?: string;
  /** False with `--no-logs`. */
  readonly logs: boolean;
}

const LOOK_MS = 300;

/** `svc dev`: compiles and deploys on every save, and follows the logs. */
export async function devCommand(environmentName: string, options: DevOptions, output: Output): Promise<void> {
  const project = openProject(process.cwd());
  const environment = CliEnvironment.load(project.root);
  const api = new GatewayApi(environment.host, environment.secretKey(environmentName));
  const startedAt = new Date().toISOString();
  output.line(`Watching ${project.root} for "${environmentName}" at ${api.host}. Ctrl-C ends.\n`);
  await untilInterrupted(async (signal) => {
    const watching = watch(project, signal, () => deploySaved(project, api, options, output));
    const filters = options.integration === undefined ? {} : { integration: options.integration };
    const following = options.logs
      ? followOperations(
          new OperationLog(api),
          { filters, withLines: true, since: startedAt, signal },
          new LogPrinter(output),
        )
      : Promise.resolve();
    await Promise.all([watching, following]);
  });
  output.line('\nStopped watching. What was deployed stays.');
}

/** Does the work once, and again after each save. A save while it goes on leads to one more. */
async function watch(project: Project, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let done = new Map<string, string>();
  while (!signal.aborted) {
    const now = stampsOf(project, done);
    if (changedFiles(done, now).length > 0) {
      done = now;
      await work();
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** An editor may take a file away for a moment while it saves. */
function stampsOf({ root }: Project, before: Map<string, string>): Map<string, string> {
  try {
    return fileStamps(root);
  } catch {
    return before;
  }
}

async function deploySaved(project: Project, api: GatewayApi, options: DevOptions, output: Output): Promise<void> {
  try {
    const only = isSelected({ integration: options.integration });
    const compilation = await output.during('Compiling', compileProject(project, { only }));
    showWarnings(output, compilation);
    const request = deployRequest(compilation.functions, { mode: 'single' });
    const plan = summarisePlan(deployPlanSchema.parse(await api.post('/sync/deploy/confirmation', request)));
    if (plan.created.length + plan.updated.length === 0) {
      output.line(`${time()} ${output.paint('dim', 'Nothing changed.')}`);
      return;
    }
    if (plan.drops.length > 0) return refuse(plan, output);
    await api.post('/sync/deploy', request);
    output.event({ kind: 'deployed', ...plan });
    output.line(`${time()} ${output.paint('green', 'Deployed:')}`);
    for (const line of planLines(plan)) output.line(line);
  } catch (error) {
    // The next save may mend it.
    output.event({ kind: 'error', message: messageOf(error) });
    if (!output.json) output.fail(error);
  }
}

function refuse(plan: PlanSummary, output: Output): void {
  output.event({ kind: 'refused', ...plan });
  output.note(
    `${time()} Not deployed: records of ${plan.drops.map(({ model }) => model).join(', ')} would be abandoned. Run "svc deploy" to decide about that.`,
  );
}

const time = (): string => new Date().toLocaleTimeString('en-GB');
