import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Provider } from '@svc/contracts';
import { CustomProviderRepository, Database } from '@svc/database';
import type { Logger } from '@svc/observability';
import { ProviderCatalogue } from '@svc/providers';
import { LOGGER } from '../core/core.tokens.js';

/** How old what a process knows of other processes' changes may be. */
const POLL_MS = 2_000;

/**
 * Keeps the providers that environments defined for themselves in the catalogue of this process, so that looking one up
 * costs no query. Each process asks every two seconds whether any of them changed, and at once where one is not found.
 */
@Injectable()
export class CustomProviderLoader implements OnModuleInit, OnModuleDestroy {
  private readonly providers: CustomProviderRepository;
  private version = '';
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isFailing = false;

  constructor(
    database: Database,
    private readonly catalogue: ProviderCatalogue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.providers = new CustomProviderRepository(database);
  }

  async onModuleInit(): Promise<void> {
    await this.poll();
    this.timer = setInterval(() => void this.poll(), POLL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.current.catch(() => undefined);
  }

  /** As `ProviderCatalogue.get`, and certain: one that another process has just made is found too. */
  async find(environmentId: number, name: string): Promise<Provider | undefined> {
    const known = this.catalogue.get(name, environmentId);
    if (known) return known;
    await this.refresh();
    return this.catalogue.get(name, environmentId);
  }

  /** Takes over what changed before this call. Calls that come while one waits share it. */
  refresh(): Promise<void> {
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return (this.current = this.load());
      });
    return this.next;
  }

  private async load(): Promise<void> {
    const version = await this.providers.version();
    if (version === this.version) return;
    this.catalogue.useCustom(await this.providers.all());
    this.version = version;
  }

  /** What is known stays in use while the database cannot be asked. */
  private async poll(): Promise<void> {
    try {
      await this.refresh();
      this.isFailing = false;
    } catch (err) {
      if (!this.isFailing) this.logger.warn({ err }, 'The providers of environments cannot be read; trying again');
      this.isFailing = true;
    }
  }
}
