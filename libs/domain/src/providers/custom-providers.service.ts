import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  providerDefinitionSchema,
  satisfiesScope,
  type CreateProviderBody,
  type Provider,
  type ProviderDefinition,
  type UpdateProviderBody,
} from '@svc/contracts';
import { CustomProviderRepository, Database, type CustomProviderRow, type Transaction } from '@svc/database';
import { AppError, invalidBody } from '@svc/errors';
import { ProviderCatalogue, validateCustomDefinition } from '@svc/providers';
import type { EnvironmentCaller } from '../accounts/caller.js';
import { CONFIG } from '../core/core.tokens.js';
import { CustomProviderLoader } from './custom-provider-loader.service.js';

/** Every process keeps all of them in memory. */
const MAX_PER_ENVIRONMENT = 200;
const MAX_DEFINITION_BYTES = 65_536;

/** Providers that an environment defines for itself, without a file. */
@Injectable()
export class CustomProviders {
  private readonly providers: CustomProviderRepository;

  constructor(
    private readonly database: Database,
    private readonly catalogue: ProviderCatalogue,
    private readonly loader: CustomProviderLoader,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.providers = new CustomProviderRepository(database);
  }

  /** @throws AppError 400 `invalid_body` with every problem of the definition, 409 `conflict` for a name that is taken. */
  async create(environmentId: number, { name, ...definition }: CreateProviderBody): Promise<Provider> {
    const owner = this.catalogue.get(name);
    if (owner) throw taken(name, owner.name);
    this.check(name, definition);
    if ((await this.providers.count(environmentId)) >= MAX_PER_ENVIRONMENT)
      throw new AppError('conflict', `An environment may define ${MAX_PER_ENVIRONMENT} providers: delete one first.`);
    if (!(await this.providers.insert({ environmentId, name, definition }))) throw taken(name, name);
    return await this.read(environmentId, name);
  }

  /**
   * Changes the fields that are given; null removes one. The auth mode stays while integrations use it.
   *
   * @throws AppError 404 `not_found`, 400 `invalid_body`, 409 `conflict`; 403 `forbidden` to a key that may not read credentials,
   *   while integrations use it.
   */
  async update(
    { environmentId, scopes }: EnvironmentCaller,
    name: string,
    changes: UpdateProviderBody,
  ): Promise<Provider> {
    await this.database.transaction(async (tx) => {
      const current = await this.lock(environmentId, name, tx);
      if (!satisfiesScope(scopes, 'environment:connections:read_credentials')) await this.checkUnread(current, tx);
      const definition = merged(current.definition, changes);
      const resolved = this.check(name, definition);
      const before = this.catalogue.resolveCustom(name, current.definition).definition?.auth_mode;
      if (resolved.auth_mode !== before) await this.checkUnused(current, 'get another auth mode', tx);
      await this.providers.update({ environmentId, name, definition }, tx);
    });
    return await this.read(environmentId, name);
  }

  /** @throws AppError 404 `not_found`, 409 `conflict` while integrations use it. */
  async delete(environmentId: number, name: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.checkUnused(await this.lock(environmentId, name, tx), 'be deleted', tx);
      await this.providers.delete(environmentId, name, tx);
    });
    await this.loader.refresh();
  }

  private async lock(environmentId: number, name: string, tx: Transaction): Promise<CustomProviderRow> {
    const row = await this.providers.findForUpdate(environmentId, name, tx);
    if (row) return row;
    const hint = this.catalogue.get(name) ? ' The provider of that name is one of the catalogue.' : '';
    throw new AppError('not_found', `This environment has defined no provider "${name}".${hint}`);
  }

  /** Whoever decides where credentials are sent could read them. */
  private async checkUnread({ environmentId, name }: CustomProviderRow, tx: Transaction): Promise<void> {
    const keys = await this.providers.integrationsOf(environmentId, name, tx);
    if (keys.length === 0) return;
    throw new AppError(
      'forbidden',
      `Integrations use the provider "${name}", and its addresses receive their credentials: use a key with the scope environment:connections:read_credentials.`,
    );
  }

  private async checkUnused({ environmentId, name }: CustomProviderRow, what: string, tx: Transaction): Promise<void> {
    const keys = await this.providers.integrationsOf(environmentId, name, tx);
    if (keys.length === 0) return;
    const named = keys.map((key) => `"${key}"`).join(', ');
    throw new AppError('conflict', `The provider "${name}" cannot ${what} while integrations use it: ${named}.`);
  }

  /** The definition with what its alias brings. */
  private check(name: string, definition: ProviderDefinition): ProviderDefinition {
    if (Buffer.byteLength(JSON.stringify(definition)) > MAX_DEFINITION_BYTES)
      throw invalidBody({ code: 'too_big', path: [], message: `must have at most ${MAX_DEFINITION_BYTES} bytes` });
    const { definition: resolved, reason } = this.catalogue.resolveCustom(name, definition);
    if (!resolved) throw invalidBody({ code: 'custom', path: ['alias'], message: reason });
    const problems = validateCustomDefinition(resolved, { allowHttp: this.config.network.allowPrivate });
    if (problems.length === 0) return resolved;
    throw invalidBody(
      ...problems.map(({ path, reason: message }) => ({ code: 'custom', path: path.split('.'), message })),
    );
  }

  private async read(environmentId: number, name: string): Promise<Provider> {
    await this.loader.refresh();
    const provider = this.catalogue.get(name, environmentId);
    if (provider) return provider;
    throw new AppError('not_found', `The provider "${name}" was deleted meanwhile.`);
  }
}

const taken = (name: string, owner: string): AppError =>
  new AppError(
    'conflict',
    name === owner
      ? `There is a provider "${name}" already: choose another name.`
      : `"${name}" is another name of the provider "${owner}": choose another one.`,
  );

function merged(definition: ProviderDefinition, changes: UpdateProviderBody): ProviderDefinition {
  const fields = Object.entries({ ...definition, ...changes }).filter(([, value]) => value !== null);
  return providerDefinitionSchema.parse(Object.fromEntries(fields));
}
