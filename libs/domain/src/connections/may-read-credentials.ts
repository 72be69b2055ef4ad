import { satisfiesScope } from '@svc/contracts';
import type { EnvironmentCaller } from '../accounts/caller.js';

/** Whether credentials are shown to a key (specification, "Connection"; D5). */
export const mayReadCredentials = ({ scopes }: EnvironmentCaller): boolean =>
  satisfiesScope(scopes, 'environment:connections:read_credentials') ||
  satisfiesScope(scopes, 'environment:connections:list_credentials');
