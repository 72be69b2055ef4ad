import { Injectable } from '@nestjs/common';
import type { DeployBundleBody, DeployBundleResponse, DeployRequest } from '@svc/contracts';
import { DeployService } from './deploy.service.js';

/** Deploys of everything at once, told by what shall be there. */
@Injectable()
export class BundleDeploys {
  constructor(private readonly deploys: DeployService) {}

  /** @throws {AppError} as {@link DeployService.plan}. */
  async preview(environmentId: number, body: DeployBundleBody): Promise<DeployBundleResponse> {
    const { changes } = await this.deploys.plan(environmentId, toDeployRequest(body));
    const named = (change: string) =>
      changes
        .filter((entry) => entry.change === change)
        .map(({ providerConfigKey, name }) => ({ integrationId: providerConfigKey, name }));
    const isChanged = new Set(
      changes.map(({ providerConfigKey, type, name }) => identity(providerConfigKey, type, name)),
    );
    const unchanged = body.functions.filter(
      (entry) => !isChanged.has(identity(entry.providerConfigKey, entry.type, nameOf(entry))),
    );
    return {
      created: named('created'),
      updated: named('updated'),
      unchanged: unchanged.map((entry) => ({ integrationId: entry.providerConfigKey, name: nameOf(entry) })),
      deleted: named('deleted'),
    };
  }

  /** @throws {AppError} as {@link DeployService.deploy}. */
  async deploy(environmentId: number, body: DeployBundleBody, keyId: number): Promise<DeployBundleResponse> {
    const answer = await this.preview(environmentId, body);
    await this.deploys.deploy(environmentId, toDeployRequest(body), { keyId, kind: 'bundle' });
    return answer;
  }
}

type BundledFunction = DeployBundleBody['functions'][number];

const nameOf = (entry: BundledFunction): string => (entry.type === 'on-event' ? entry.name : entry.syncName);

const identity = (key: string, type: string, name: string): string => `${key}\0${type}\0${name}`;

function toDeployRequest({ reconciliationScope: scope, functions }: DeployBundleBody): DeployRequest {
  const onEvents = functions.flatMap((entry) => (entry.type === 'on-event' ? [entry] : []));
  // Named even when it has no function left: the bundle speaks for it.
  const keys = new Set([
    ...(scope.kind === 'integration' ? [scope.integrationId] : []),
    ...onEvents.map(({ providerConfigKey }) => providerConfigKey),
  ]);
  return {
    flowConfigs: functions.flatMap((entry) => (entry.type === 'on-event' ? [] : [entry])),
    onEventScriptsByProvider: [...keys].map((key) => ({
      providerConfigKey: key,
      scripts: onEvents.flatMap(({ providerConfigKey, type: _, ...script }) =>
        providerConfigKey === key ? [script] : [],
      ),
    })),
    reconcile: true,
    debug: false,
    deployMode: scope.kind === 'integration' ? 'integration' : 'all',
    source: 'repo',
  };
}
