import type { CallOutcome, HelperCall } from './call-outcome.js';

/** What only the gateway or a provider can answer. Never rejects. */
export interface Remote {
  ask(call: HelperCall): Promise<CallOutcome>;
}
