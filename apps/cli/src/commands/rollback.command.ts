import {
  functionKindSchema,
  listDeploysResponseSchema,
  listFunctionVersionsResponseSchema,
  rollbackResponseSchema,
  type Deploy,
  type FunctionVersion,
  type RollbackBody,
  type RollbackResponse,
} from '@svc/contracts';
import { CliError } from '../cli-error.js';
import type { GatewayApi } from '../gateway-api.js';
import { gatewayOf } from '../project/gateway-of.js';
import { ago } from '../terminal/ago.js';
import { canAsk, choose } from '../terminal/ask.js';
import { confirm } from '../terminal/confirm.js';
import type { Output } from '../terminal/output.js';

export interface RollbackOptions {
  readonly environment: string;
  readonly to?: string;
  readonly type?: string;
  readonly list?: boolean;
  readonly yes?: boolean;
}

interface FunctionName {
  readonly integration_id: string;
  readonly name: string;
  readonly type?: 'sync' | 'action' | 'on-event';
}

/** Something to return to. */
interface Target {
  readonly id: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

const MAX_TARGETS = 20;

/** `svc rollback [function]`: shows what would change, asks, and returns to an earlier state. */
export async function rollbackCommand(
  functionName: string | undefined,
  options: RollbackOptions,
  output: Output,
): Promise<void> {
  const api = gatewayOf(options.environment);
  const named = functionName === undefined ? undefined : nameOf(functionName, options.type);
  if (options.list) return list(await targetsOf(api, named), output);
  const to = options.to ?? (canAsk() && !options.yes ? await chosen(await targetsOf(api, named)) : undefined);
  const body = bodyOf(named, to);
  const plan = rollbackResponseSchema.parse(await api.post('/functions/rollback/preview', body));
  if (plan.data.changes.length === 0) {
    output.line('Nothing to roll back: everything is as it was then.');
    output.result({ rolledBack: false, changes: [] });
    return;
  }
  output.line(`Rolling back "${options.environment}" at ${api.host} changes:\n`);
  for (const line of changeLines(plan)) output.line(line);
  output.line();
  if (!options.yes && !(await confirm(`Roll back "${options.environment}"?`)))
    throw new CliError('Nothing was rolled back.', { code: 'declined' });
  // By id, so that what happens is what was shown, whatever others deploy meanwhile.
  const target = plan.data.restored_id !== null && !named ? { deploy_id: plan.data.restored_id } : body;
  const { data } = rollbackResponseSchema.parse(await api.post('/functions/rollback', target));
  output.line(`Rolled back: ${data.changes.length} ${data.changes.length === 1 ? 'function' : 'functions'} changed.`);
  output.result({ rolledBack: true, ...data });
}

function nameOf(text: string, type: string | undefined): FunctionName {
  const slash = text.lastIndexOf('/');
  if (slash <= 0 || slash === text.length - 1)
    throw new CliError(`"${text}" names no function: write <integration>/<name>, such as github/issues.`, {
      code: 'invalid_options',
    });
  const kind = functionKindSchema.optional().safeParse(type);
  if (!kind.success)
    throw new CliError(`--type is "${type}": write sync, action or on-event.`, { code: 'invalid_options' });
  return {
    integration_id: text.slice(0, slash),
    name: text.slice(slash + 1),
    ...(kind.data !== undefined && { type: kind.data }),
  };
}

const bodyOf = (named: FunctionName | undefined, to: string | undefined): RollbackBody =>
  named ? { ...named, ...(to !== undefined && { version_id: to }) } : { ...(to !== undefined && { deploy_id: to }) };

async function targetsOf(api: GatewayApi, named: FunctionName | undefined): Promise<Target[]> {
  const limit = `limit=${MAX_TARGETS}`;
  if (!named) {
    const { data } = listDeploysResponseSchema.parse(await api.get(`/functions/deploys?${limit}`));
    const targets = data.map((deploy, index) => ({ ...deploy, title: deployTitle(deploy), isCurrent: index === 0 }));
    return targets.filter(({ restorable }) => restorable).map(({ id, title, isCurrent }) => ({ id, title, isCurrent }));
  }
  const type = named.type === undefined ? '' : `&type=${named.type}`;
  const path = `/integrations/${encodeURIComponent(named.integration_id)}/functions/${encodeURIComponent(named.name)}/versions`;
  const { data } = listFunctionVersionsResponseSchema.parse(await api.get(`${path}?${limit}${type}`));
  return data.map((version) => ({ id: version.id, title: versionTitle(version), isCurrent: version.is_current }));
}

const deployTitle = ({ created_at, kind, created_by, created, updated, deleted }: Deploy): string =>
  `${created_at} (${ago(created_at)})  ${kind}${created_by === null ? '' : ` by ${created_by}`}  ${created} created, ${updated} updated, ${deleted} deleted`;

const versionTitle = ({ deployed_at, version }: FunctionVersion): string =>
  `${deployed_at} (${ago(deployed_at)})  version ${version ?? '-'}`;

function list(targets: readonly Target[], output: Output): void {
  for (const { id, title, isCurrent } of targets) output.line(`${id}  ${title}${isCurrent ? '  (now)' : ''}`);
  if (targets.length === 0) output.line('Nothing was deployed yet.');
  output.result({ targets });
}

async function chosen(targets: readonly Target[]): Promise<string> {
  const earlier = targets.filter(({ isCurrent }) => !isCurrent);
  const titles = earlier.map(({ title }) => title);
  if (earlier.length === 0)
    throw new CliError('There is nothing earlier to return to.', { code: 'nothing_to_roll_back' });
  const target = earlier[await choose('Return to how it was after:', titles)];
  if (!target) throw new CliError('Nothing was rolled back.', { code: 'declined' });
  return target.id;
}

const MARKS = { created: '+', updated: '~', deleted: '-' } as const;

const changeLines = ({ data }: RollbackResponse): string[] =>
  data.changes.map(({ change, type, integration_id, name, from, to }) => {
    const versions = [from, to].map((version) => (version ? (version.version ?? version.id) : 'nothing'));
    return `  ${MARKS[change]} ${type.padEnd(8)} ${integration_id}/${name}  (${versions.join(' -> ')})`;
  });
