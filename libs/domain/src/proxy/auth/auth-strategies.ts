import { AppError } from '@svc/errors';
import type { AuthStrategy } from './auth-strategy.js';
import { awsSigV4Strategy } from './aws-sigv4.strategy.js';
import { basicStrategy } from './basic.strategy.js';
import { bearerStrategy } from './bearer.strategy.js';
import { exchangedTokenStrategy } from './exchanged-token.strategy.js';
import { oauth1Strategy } from './oauth1.strategy.js';
import { tbaStrategy } from './tba.strategy.js';
import { templateStrategy } from './template.strategy.js';

/** One strategy for each type of stored credentials. */
const STRATEGIES = new Map<string, AuthStrategy>([
  ['BASIC', basicStrategy],
  ['OAUTH2', bearerStrategy('access_token')],
  ['MCP_OAUTH2', bearerStrategy('access_token')],
  ['MCP_OAUTH2_GENERIC', bearerStrategy('access_token')],
  ['APP', bearerStrategy('access_token')],
  ['OAUTH2_CC', bearerStrategy('token')],
  ['JWT', bearerStrategy('token')],
  ['SIGNATURE', exchangedTokenStrategy],
  ['TWO_STEP', exchangedTokenStrategy],
  ['API_KEY', templateStrategy],
  ['CUSTOM', templateStrategy],
  ['BILL', templateStrategy],
  ['NONE', templateStrategy],
  ['OAUTH1', oauth1Strategy],
  ['TBA', tbaStrategy],
  ['AWS_SIGV4', awsSigV4Strategy],
]);

/** @throws AppError `unsupported_auth`. */
export function authStrategyOf(type: string): AuthStrategy {
  const strategy = STRATEGIES.get(type);
  if (strategy) return strategy;
  throw new AppError('unsupported_auth', `Credentials of type "${type}" cannot be used for proxied calls.`);
}
