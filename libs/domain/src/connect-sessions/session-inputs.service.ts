import { Injectable } from '@nestjs/common';
import {
  MAX_TAGS,
  type CreateConnectSessionBody,
  type EndUserInput,
  type ErrorIssue,
  type IntegrationConfigDefaults,
  type ReconnectSessionBody,
} from '@svc/contracts';
import { Database, IntegrationRepository } from '@svc/database';
import { invalidBody } from '@svc/errors';
import { ProviderCatalogue, validateInputFields } from '@svc/providers';
import { tagsOfEndUser, toEndUser } from '../connections/connection-tags.js';
import { WebhookUrlGuard } from '../connections/webhook-url-guard.service.js';
import type { OpenConnectSession } from './open-connect-session.js';

type SessionBody = CreateConnectSessionBody | ReconnectSessionBody;
type Defaults = Readonly<Record<string, IntegrationConfigDefaults>>;

/** What a session's body comes to. */
export type SessionInput = Pick<OpenConnectSession, 'tags' | 'endUser' | 'webhookUrl' | 'defaults' | 'overrides'>;

/** Checks what a session is asked to set, so that the developer learns of a mistake, and not the end user. */
@Injectable()
export class SessionInputs {
  private readonly integrations: IntegrationRepository;

  constructor(
    database: Database,
    private readonly catalogue: ProviderCatalogue,
    private readonly webhookUrls: WebhookUrlGuard,
  ) {
    this.integrations = new IntegrationRepository(database);
  }

  /** @throws AppError `invalid_body` with every problem. */
  async check(environmentId: number, body: SessionBody): Promise<SessionInput> {
    const defaults = body.integrations_config_defaults ?? {};
    const overrides = body.overrides ?? {};
    const named = namesIn(body);
    const providers = await this.integrations.findProviders(environmentId, [...new Set(named.map(({ key }) => key))]);
    const { tags, endUser, issues } = ownerOf(body);
    const problems = [
      ...named.filter(({ key }) => !providers.has(key)).map(unknownIntegration),
      ...this.configIssues(environmentId, defaults, providers),
      ...issues,
    ];
    if (problems.length > 0) throw invalidBody(...problems);
    await this.checkWebhookUrls(body.webhook_url_override, defaults);
    return { tags, endUser, webhookUrl: body.webhook_url_override || null, defaults, overrides };
  }

  private configIssues(
    environmentId: number,
    defaults: Defaults,
    providers: ReadonlyMap<string, string>,
  ): ErrorIssue[] {
    return Object.entries(defaults).flatMap(([key, { connection_config: config }]) => {
      const provider = this.catalogue.get(providers.get(key) ?? '', environmentId);
      if (!provider || !config) return [];
      const path = ['integrations_config_defaults', key, 'connection_config'];
      return validateInputFields(provider.connection_config, config, { path, unknownKeys: 'keep', isPartial: true })
        .issues;
    });
  }

  private async checkWebhookUrls(override: string | undefined, defaults: Defaults): Promise<void> {
    if (override) await this.webhookUrls.check(override, 'webhook_url_override');
    for (const [key, { connection_config: config }] of Object.entries(defaults)) {
      const path = ['integrations_config_defaults', key, 'connection_config', 'webhook_url'];
      if (config?.webhook_url) await this.webhookUrls.check(config.webhook_url, ...path);
    }
  }
}

interface Named {
  readonly key: string;
  readonly path: readonly string[];
}

const namesIn = (body: SessionBody): Named[] => [
  ...('allowed_integrations' in body ? (body.allowed_integrations ?? []) : []).map((key, index) => ({
    key,
    path: ['allowed_integrations', String(index)],
  })),
  ...(['integrations_config_defaults', 'overrides'] as const).flatMap((part) =>
    Object.keys(body[part] ?? {}).map((key) => ({ key, path: [part, key] })),
  ),
];

const unknownIntegration = ({ key, path }: Named): ErrorIssue => ({
  code: 'custom',
  path: [...path],
  message: `there is no integration "${key}" in this environment`,
});

type Owner = Pick<SessionInput, 'tags' | 'endUser'> & { readonly issues: readonly ErrorIssue[] };

/** Explicit tags win over those that stand for the deprecated end user. */
function ownerOf({ tags, end_user: endUser, organization }: SessionBody): Owner {
  const owner: EndUserInput | undefined = endUser && { ...endUser, ...(organization && { organization }) };
  const all = { ...tagsOfEndUser(owner ?? { organization }), ...tags };
  const count = Object.keys(all).length;
  const issue = {
    code: 'too_big',
    path: ['tags'],
    message: `at most ${MAX_TAGS} are allowed, with those of end_user and organization`,
  };
  return {
    tags: tags || endUser || organization ? all : null,
    endUser: owner ? toEndUser(owner) : null,
    issues: count > MAX_TAGS ? [issue] : [],
  };
}
