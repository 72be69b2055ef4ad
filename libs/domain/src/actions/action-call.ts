import type { ActionBrief, ConnectionBrief } from '@svc/database';

/** Who asks for which action on which connection. */
export interface ActionCall {
  readonly environmentId: number;
  readonly environmentName: string;
  readonly providerConfigKey: string;
  /** As the customer knows it. */
  readonly connectionId: string;
  readonly actionName: string;
  /** Undefined when the caller sent none. */
  readonly input: unknown;
  /** Functions that wait for the action, outermost first; missing where no function triggered it. */
  readonly callers?: readonly string[];
}

/** What a call means in the gateway's own terms. */
export interface ActionTarget {
  readonly integration: ConnectionBrief['integration'];
  readonly connection: NonNullable<ConnectionBrief['connection']>;
  readonly action: ActionBrief;
}

/** What a call is about, as far as its log tells. */
export interface ActionSubject {
  readonly integration: Pick<ActionTarget['integration'], 'id'>;
  readonly connection: Pick<ActionTarget['connection'], 'id'>;
}

/** The run that a call repeats. */
export interface EarlierAction extends ActionSubject {
  readonly id: string;
}
