/** A search attribute that every run carries, so that an operator finds runs in the Temporal UI. */
export interface SearchAttributeDefinition {
  readonly name: SearchAttributeName;
  readonly type: 'Keyword';
}

/** Name of a search attribute. */
export type SearchAttributeName =
  'GatewayEnvironment' | 'GatewayIntegration' | 'GatewayConnection' | 'GatewayFunction' | 'GatewayCustomer';

/** All of them; registered with the Temporal server before the first run. */
export const SEARCH_ATTRIBUTES: readonly SearchAttributeDefinition[] = [
  { name: 'GatewayEnvironment', type: 'Keyword' },
  { name: 'GatewayIntegration', type: 'Keyword' },
  { name: 'GatewayConnection', type: 'Keyword' },
  { name: 'GatewayFunction', type: 'Keyword' },
  { name: 'GatewayCustomer', type: 'Keyword' },
];

/** What a run is about, in the words of the API. */
export interface RunSubject {
  /** Name of the environment. */
  readonly environment: string;
  /** Unique key of the integration. */
  readonly integration: string;
  /** Connection id, as the customer chose it. */
  readonly connection: string;
  /** Name of the function. */
  readonly function?: string;
  /** Value of the connection's customer tag (setting `CUSTOMER_TAG`). */
  readonly customer?: string;
}

/** What a lane is about: as a {@link RunSubject}, with what is common to all that goes through it. */
export type LaneSubject = Pick<RunSubject, 'environment'> & Partial<RunSubject>;

/** Search attributes of a run about `subject`. */
export function searchAttributesOf(subject: LaneSubject): Partial<Record<SearchAttributeName, string>> {
  const { environment, integration, connection, function: name, customer } = subject;
  return {
    GatewayEnvironment: environment,
    ...(integration !== undefined && { GatewayIntegration: integration }),
    ...(connection !== undefined && { GatewayConnection: connection }),
    ...(name !== undefined && { GatewayFunction: name }),
    ...(customer !== undefined && { GatewayCustomer: customer }),
  };
}

/** One line about a run for the Temporal UI: `issues of user-1 (github, production)`. */
export const runSummary = ({ environment, integration, connection, function: name }: RunSubject): string =>
  `${name === undefined ? '' : `${name} of `}${connection} (${integration}, ${environment})`;
