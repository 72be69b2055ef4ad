import { Injectable } from '@nestjs/common';
import { Database, InboundTargetRepository, type InboundTargetRow } from '@svc/database';
import { AppError } from '@svc/errors';
import { CredentialVault } from '../credentials/credential-vault.service.js';
import { CustomProviderLoader } from '../providers/custom-provider-loader.service.js';
import { BriefMemory } from './brief-memory.js';
import type { InboundAddress, InboundTarget } from './inbound-target.js';
import { WebhookRules } from './webhook-rules.service.js';

/** How long a change of an integration may go unnoticed here. */
const KEPT_MS = 2_000;
const KEPT_TARGETS = 5_000;

/** Finds the integration that a webhook is for. */
@Injectable()
export class InboundTargets {
  private readonly repository: InboundTargetRepository;
  private readonly memory = new BriefMemory<InboundTarget | AppError>(KEPT_MS, KEPT_TARGETS);

  constructor(
    database: Database,
    private readonly vault: CredentialVault,
    private readonly providers: CustomProviderLoader,
    private readonly rules: WebhookRules,
  ) {
    this.repository = new InboundTargetRepository(database);
  }

  /**
   * By its address (D9).
   *
   * @throws AppError 404 `unknown_environment` or `unknown_provider_config`, 409 `ambiguous_integration`
   */
  async find(address: InboundAddress): Promise<InboundTarget> {
    const found = await this.memory.get(JSON.stringify(address), () => this.lookUp(address));
    if (found instanceof AppError) throw found;
    return found;
  }

  /** By internal id; undefined when it was deleted. */
  async findById(id: number): Promise<InboundTarget | undefined> {
    const found = await this.memory.get(`#${id}`, async () => {
      const row = await this.repository.findById(id);
      return row ? await this.open(row) : unknownIntegration(String(id));
    });
    return found instanceof AppError ? undefined : found;
  }

  private async lookUp(address: InboundAddress): Promise<InboundTarget | AppError> {
    const row = 'providerKey' in address ? await this.anywhere(address.providerKey) : await this.exactly(address);
    return row instanceof AppError ? row : await this.open(row);
  }

  private async exactly(address: {
    readonly environmentUuid: string;
    readonly uniqueKey: string;
  }): Promise<InboundTargetRow | AppError> {
    const { environmentUuid, uniqueKey } = address;
    const row = await this.repository.find(environmentUuid, uniqueKey);
    if (row) return row;
    if (await this.repository.environmentExists(environmentUuid)) return unknownIntegration(uniqueKey);
    return new AppError('unknown_environment', `There is no environment ${environmentUuid}: check the address.`);
  }

  private async anywhere(key: string): Promise<InboundTargetRow | AppError> {
    for (const column of ['unique_key', 'provider'] as const) {
      const [row, other] = await this.repository.findAnywhere(column, key);
      if (other) return ambiguous(key);
      if (row) return row;
    }
    return unknownIntegration(key);
  }

  private async open(row: InboundTargetRow): Promise<InboundTarget | AppError> {
    const { environmentUuid, ...stored } = row;
    const provider = await this.providers.find(row.environmentId, row.provider);
    if (!provider) return unknownIntegration(row.uniqueKey);
    const rules = this.rules.of(provider, row.environmentId);
    return { integration: this.vault.openIntegration(stored), environmentUuid, provider, rules };
  }
}

const unknownIntegration = (key: string): AppError =>
  new AppError('unknown_provider_config', `There is no integration "${key}" here: check the address.`, { status: 404 });

const ambiguous = (key: string): AppError =>
  new AppError(
    'ambiguous_integration',
    `Several integrations are called "${key}": send to the address with the environment, which the integration shows.`,
  );
