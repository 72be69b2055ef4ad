import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  connectUiChangeSchema,
  DEFAULT_CONNECT_UI_SETTINGS,
  type ConnectUiChange,
  type ConnectUiSettings,
  type UpdateEnvironmentBody,
  type UpdatedEnvironment,
} from '@svc/contracts';
import { Database, EnvironmentRepository, type EnvironmentPresentation } from '@svc/database';
import { AppError } from '@svc/errors';
import { CONFIG } from '../core/core.tokens.js';

/** How an environment meets the end users of its owner. */
export interface Presentation {
  readonly id: number;
  readonly name: string;
  readonly uuid: string;
  /** Where providers send browsers back to. */
  readonly redirectUri: string;
  readonly connectUi: ConnectUiSettings;
}

/** What end users and providers see of an environment: the look of the hosted page, the redirect URI. */
@Injectable()
export class EnvironmentPresentations {
  private readonly environments: EnvironmentRepository;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.environments = new EnvironmentRepository(database);
  }

  /** Undefined when the environment was deleted. */
  async find(environmentId: number): Promise<Presentation | undefined> {
    return this.view(await this.environments.findPresentation(environmentId));
  }

  async findByUuid(uuid: string): Promise<Presentation | undefined> {
    return this.view(await this.environments.findByUuid(uuid));
  }

  /**
   * Changes what is given.
   *
   * @throws AppError `not_found`
   */
  async update(accountId: number, id: number, change: UpdateEnvironmentBody): Promise<UpdatedEnvironment> {
    const row = await this.database.transaction(async (tx) => {
      const environments = new EnvironmentRepository(tx);
      if (!(await environments.lock(accountId, id))) throw unknownEnvironment(id);
      const before = await environments.findPresentation(id);
      const connectUi = change.connect_ui && mergeUi(storedUi(before?.settings), change.connect_ui);
      await environments.change(id, {
        callbackUrl: change.callback_url,
        settings: connectUi && { connect_ui: connectUi },
      });
      return await environments.findPresentation(id);
    });
    if (!row) throw unknownEnvironment(id);
    const { name, isProduction, callbackUrl, settings } = row;
    const connectUi = fullUi(settings);
    return {
      data: { id, name, is_production: isProduction, callback_url: callbackUrl, connect_ui: connectUi },
    };
  }

  private view(row: EnvironmentPresentation | undefined): Presentation | undefined {
    if (!row) return undefined;
    const redirectUri = row.callbackUrl ?? `${this.config.api.publicUrl}/oauth/callback`;
    return { id: row.id, name: row.name, uuid: row.uuid, redirectUri, connectUi: fullUi(row.settings) };
  }
}

const unknownEnvironment = (id: number): AppError =>
  new AppError('not_found', `The account has no environment with id ${id}.`);

function storedUi(settings: Readonly<Record<string, unknown>> | undefined): ConnectUiChange {
  const { success, data } = connectUiChangeSchema.safeParse(settings?.['connect_ui'] ?? {});
  return success ? data : {};
}

const mergeUi = (before: ConnectUiChange, change: ConnectUiChange): ConnectUiChange => ({
  ...before,
  ...change,
  theme: { ...before.theme, ...change.theme },
});

function fullUi(settings: Readonly<Record<string, unknown>>): ConnectUiSettings {
  const { theme, ...rest } = storedUi(settings);
  const defaults = DEFAULT_CONNECT_UI_SETTINGS;
  return {
    theme: { light: theme?.light ?? defaults.theme.light, dark: theme?.dark ?? defaults.theme.dark },
    defaultTheme: rest.defaultTheme ?? defaults.defaultTheme,
    showWatermark: rest.showWatermark ?? defaults.showWatermark,
  };
}
