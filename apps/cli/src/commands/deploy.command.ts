import { deployPlanSchema, deployResultSchema, type DeployRequestInput } from '@svc/contracts';
import { CliError } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import { canAsk } from '../terminal/ask.js';
import { confirm } from '../terminal/confirm.js';
import { deployRequest } from '../deploy/deploy-request.js';
import { lossesOf, planLines, summarisePlan, type PlanSummary } from '../deploy/plan-lines.js';
import { deployModeOf, isSelected, nothingSelected, theOne, type Selection } from '../deploy/select-functions.js';
import { GatewayApi } from '../gateway-api.js';
import type { Output } from '../terminal/output.js';
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
  const compilation = await output.during('Compiling', compileProject(project, { only: isSelected(selection) }));
  showWarnings(output, compilation);
  const functions = selection.name === undefined ? compilation.functions : [theOne(compilation, selection)];
  const mode = deployModeOf(selection);
  const request = deployRequest(functions, { mode, integration: selection.integration, version: options.version });

  const plan = summarisePlan(
    deployPlanSchema.parse(await output.during('Comparing', api.post('/sync/deploy/confirmation', request))),
  );
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
  const functions = deployResultSchema.parse(await output.during('Deploying', api.post('/sync/deploy', request)));
  const { created, updated, deleted } = plan;
  output.line(`Deployed: ${created.length} created, ${updated.length} updated, ${deleted.length} deleted.`);
  output.result({ deployed: true, ...plan, functions });
}

/** Somebody at a terminal is asked; `--yes` and CI agree to everything but the loss of data, which wants a word of its own. */
async function askFor(
  plan: PlanSummary,
  environment: string,
  { yes, allowDestructive }: DeployOptions,
  isCi: boolean,
): Promise<void> {
  const losses = lossesOf(plan);
  const isAgreed = (yes ?? false) || isCi;
  if (losses.length > 0 && !allowDestructive && (isAgreed || !canAsk()))
    throw new CliError(
      `This deploy loses data, so nothing was deployed:\n${losses.map((text) => `  - ${text}`).join('\n')}`,
      {
        code: 'destructive_deploy',
        hint: 'Pass --allow-destructive if that is meant.',
      },
    );
  if (isAgreed) return;
  const agreed = await confirm(`Deploy to "${environment}"${losses.length > 0 ? ', and lose that data' : ''}?`);
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
