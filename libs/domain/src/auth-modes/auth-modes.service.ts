import { Inject, Injectable } from '@nestjs/common';
import type { AuthMode } from '@svc/contracts';
import { AUTH_STRATEGIES, type AuthStrategy } from './auth-strategy.js';

/** Which strategy serves which auth mode. */
@Injectable()
export class AuthModes {
  private readonly byMode: ReadonlyMap<AuthMode, AuthStrategy>;

  constructor(@Inject(AUTH_STRATEGIES) strategies: readonly AuthStrategy[]) {
    this.byMode = new Map(strategies.flatMap((strategy) => strategy.modes.map((mode) => [mode, strategy])));
  }

  /** @throws Error for a mode that nobody serves; a test proves that there is none. */
  for(mode: AuthMode): AuthStrategy {
    const strategy = this.byMode.get(mode);
    if (strategy) return strategy;
    throw new Error(`No strategy serves the auth mode ${mode}.`);
  }
}
