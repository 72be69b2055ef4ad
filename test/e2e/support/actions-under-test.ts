import { expect } from '@jest/globals';
import type { AsyncAction, Svc, SvcError } from '@svc/client';
import { startGateway, type Gateway } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { clientOf } from './client.js';
import { runCli } from './cli.js';
import { HoldingUpstream } from './holding-upstream.js';

const PROJECT = path.join(import.meta.dirname, '../actions-project');

export const KEY = 'tracker';
export const WAIT_MS = 120_000;

/** What the action `act` is told to do; the last is no valid input. */
export type How = 'succeed' | 'refuse' | 'last' | 'crash' | 'hold' | 'be wrong';

/** A gateway with the actions of `actions-project`, and the external API that they call. */
export class ActionsUnderTest {
  private constructor(
    readonly gateway: Gateway,
    readonly svc: Svc,
    readonly upstream: HoldingUpstream,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<ActionsUnderTest> {
    const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0', ...settings } });
    const svc = clientOf(gateway);
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    expect(await runCli(PROJECT, ['deploy', gateway.environment, '--yes'], env)).toMatchObject({ exitCode: 0 });
    return new ActionsUnderTest(gateway, svc, await HoldingUpstream.start());
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.upstream.stop();
  }

  /** A new connection; answers its id. */
  async connect(): Promise<string> {
    const id = randomUUID();
    await this.svc.importConnection({
      provider_config_key: KEY,
      connection_id: id,
      connection_config: { baseUrl: this.upstream.url },
      credentials: { type: 'NONE' },
    });
    return id;
  }

  async endOf(handle: AsyncAction): Promise<unknown> {
    return await this.svc.waitForAction(handle, { signal: AbortSignal.timeout(WAIT_MS) });
  }
}

/** A call of the action `act`. */
export const act = (connectionId: string, how: How, n: number) => ({
  providerConfigKey: KEY,
  connectionId,
  actionName: 'act',
  input: { how, n },
});

/** What a call failed with. */
export const failureOf = (call: Promise<unknown>): Promise<SvcError> =>
  call.then(
    (value) => Promise.reject(new Error(`It did not fail: ${JSON.stringify(value)}`)),
    (error: SvcError) => error,
  );
