import type { RunTriggerAction, TriggeredActionOutcome } from '@svc/contracts';
import { TriggeredActionError } from '@svc/functions';
import type { Bridge } from '../bridge.js';

/** `(actionName, input)`, or `(providerConfigKey, connectionId, actionName, input)` for another connection. */
const requestOf = (args: readonly unknown[]): RunTriggerAction => {
  const [actionName, input] = args.length > 2 ? args.slice(2) : args;
  if (typeof actionName !== 'string') throw new TypeError('triggerAction: the name of the action must be text.');
  const action = { action_name: actionName, ...(input !== undefined && { input }) };
  if (args.length <= 2) return action;
  const [providerConfigKey, connectionId] = args;
  if (typeof providerConfigKey !== 'string' || typeof connectionId !== 'string')
    throw new TypeError('triggerAction: the key of the integration and the id of the connection must be text.');
  return { ...action, provider_config_key: providerConfigKey, connection_id: connectionId };
};

/** The helper `triggerAction`. */
export const createTriggerAction =
  (bridge: Bridge) =>
  async (...args: unknown[]): Promise<unknown> => {
    const { head } = await bridge.call('triggerAction', {}, JSON.stringify(requestOf(args)));
    const outcome = head as TriggeredActionOutcome;
    if (outcome.outcome === 'completed') return outcome.output;
    throw new TriggeredActionError(outcome.error);
  };
