import { deployPlanSchema, deployResultSchema, type DeployRequestInput } from '@svc/contracts';
import { CliError } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import { confirm } from '../confirm.js';
import { deployRequest } from '../deploy/deploy-request.js';
import { planLines, summarisePlan, type PlanSummary } from '../deploy/plan-lines.js';
import { deployModeOf, isSelected, nothingSelected, theOne, type Selection } from '../deploy/select-functions.js';
import { GatewayApi } from '../gateway-api.js';
import type { Output } from '../output.js';
import { CliEnvironment } from '../project/cli-environment.js';
import { openProject } from '../project/project.js';
import { showWarnings } from './compile.command.js';

export interface DeployOptions {
  readonly version?: string;
  readonly sync?: string;
  readonly action?: string;
  readonly onEvent?: string;
  readonly integration?: string;
  readonly yes?: boolean;
  readonly allowDestructive?: boolean;
}

/** `svc deploy <environment>`: shows what would change, asks, and publishes all of it or nothing. */
export async function deployCommand(environmentName: string, options: DeployOptions, output: Output): Promise<void> {
  const project = openProject(process.cwd());
  const environment = CliEnvironment.load(project.root);
  const api = new GatewayApi(environment.host, environment.secretKey(environmentName));
  const selection = selectionOf(options);
  const compilation = await compileProject(project, { only: isSelected(selection) });
  showWarnings(output, compilation);
  const functions = selection.name === undefined ? compilation.functions : [theOne(compilation, selection)];
  const mode = deployModeOf(selection);
  const request = deployRequest(functions, { mode, integration: selection.integration, version: options.version });

  const plan = summarisePlan(deployPlanSchema.parse(await api.post('/sync/deploy/confirmation', request)));
  if (!hasChanges(plan)) {
    if (functions.length === 0 && selection.integration !== undefined)
      throw nothingSelected(compilation.files, selection);
    output.line(`Nothing to deploy: "${environmentName}" at ${api.host} has these functions already.`);
    output.result({ deployed: false, ...plan, functions: [] });
    return;
  }
  output.line(`Changes to "${environmentName}" at ${api.host}:\n`);
  for (const line of planLines(plan)) output.line(line);
  output.line();
  await askFor(plan, environmentName, options, environment.isCi);
  await publish(api, request, plan, output);
}

async function publish(api: GatewayApi, request: DeployRequestInput, plan: PlanSummary, output: Output): Promise<void> {
  const functions = deployResultSchema.parse(await api.post('/sync/deploy', request));
  const { created, updated, deleted } = plan;
  output.line(`Deployed: ${created.length} created, ${updated.length} updated, ${deleted.length} deleted.`);
  output.result({ deployed: true, ...plan, functions });
}

/** `--yes` answers for everything; without a terminal, deletions need a word of their own. */
async function askFor(
  plan: PlanSummary,
  environment: string,
  { yes, allowDestructive }: DeployOptions,
  isCi: boolean,
): Promise<void> {
  if (yes) return;
  const destructive = plan.deleted.length > 0;
  if (isCi) {
    if (!destructive || allowDestructive) return;
    throw new CliError('This deploy deletes functions: nothing was deployed.', {
      code: 'destructive_deploy',
      hint: 'Pass --allow-destructive if that is meant.',
    });
  }
  const agreed = await confirm(`Deploy to "${environment}"${destructive ? ', with the deletions' : ''}?`);
  if (!agreed) throw new CliError('Nothing was deployed.', { code: 'declined' });
}

function selectionOf({ sync, action, onEvent, integration }: DeployOptions): Selection {
  const named = [
    { kind: 'sync' as const, name: sync },
    { kind: 'action' as const, name: action },
    { kind: 'on-event' as const, name: onEvent },
  ].filter(({ name }) => name !== undefined);
  if (named.length > 1) {
    throw new CliError('--sync, --action and --on-event cannot be combined: each deploys one function.', {
      code: 'invalid_options',
      hint: 'Run the command once for each function, or deploy the integration with --integration.',
    });
  }
  return { integration, ...named[0] };
}

const hasChanges = ({ created, updated, deleted }: PlanSummary): boolean =>
  created.length + updated.length + deleted.length > 0;
