import type { SyncReference, TriggerSyncOptions } from '@svc/functions';
import type { Bridge } from '../bridge.js';

const bodyOf = (
  helper: string,
  [providerConfigKey, connectionId, sync]: readonly unknown[],
  options: Record<string, unknown> = {},
): string => {
  if (typeof providerConfigKey !== 'string' || typeof connectionId !== 'string' || !sync)
    throw new TypeError(`${helper} takes the key of the integration, the id of the connection and the sync.`);
  return JSON.stringify({ provider_config_key: providerConfigKey, connection_id: connectionId, sync, ...options });
};

/** Older ways to say what a trigger does: full, or a mode by name. */
const optionsOf = (options: TriggerSyncOptions | string | boolean | undefined): TriggerSyncOptions => {
  if (typeof options === 'object') return options;
  return {
    reset: options === true || options === 'full_refresh' || options === 'full_refresh_and_clear_cache',
    emptyCache: options === 'full_refresh_and_clear_cache',
  };
};

/** The helpers `triggerSync` and `startSync`. */
export const createSyncTriggers = (bridge: Bridge) => ({
  triggerSync: async (
    providerConfigKey: string,
    connectionId: string,
    sync: SyncReference,
    options?: TriggerSyncOptions | string | boolean,
  ): Promise<void> => {
    const { reset = false, emptyCache = false } = optionsOf(options);
    const target = [providerConfigKey, connectionId, sync];
    await bridge.call('triggerSync', {}, bodyOf('triggerSync', target, { reset, empty_cache: emptyCache }));
  },
  startSync: async (providerConfigKey: string, connectionId: string, sync: SyncReference): Promise<void> => {
    await bridge.call('startSync', {}, bodyOf('startSync', [providerConfigKey, connectionId, sync]));
  },
});
