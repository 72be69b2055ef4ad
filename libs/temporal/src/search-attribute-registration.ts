import { SEARCH_ATTRIBUTES } from '@svc/contracts/workflows';
import type { Config } from '@svc/config';
import { Connection } from '@temporalio/client';
import { connectionOptions } from './connection-options.js';

const TIMEOUT_MS = 15_000;
/** `INDEXED_VALUE_TYPE_KEYWORD` of Temporal's API. */
const KEYWORD = 2;

/** Outcome of {@link registerSearchAttributes}. */
export interface SearchAttributeRegistration {
  /** Attributes that were missing and have been registered. */
  readonly added: readonly string[];
  /** Attributes that are missing because the server does not let a client register them (Temporal Cloud). */
  readonly refused: readonly string[];
  /** Commands that a person has to run for what was refused. */
  readonly commands: readonly string[];
}

/** Registers the search attributes that the namespace lacks. Run by the start scripts before anything else talks to Temporal. */
export async function registerSearchAttributes(settings: Config['temporal']): Promise<SearchAttributeRegistration> {
  const connection = Connection.lazy(connectionOptions(settings));
  const { namespace } = settings;
  try {
    return await connection.withDeadline(Date.now() + TIMEOUT_MS, async () => {
      const missing = await missingAttributes(connection, namespace);
      const added = await add(connection, namespace, missing);
      const refused = missing.filter((name) => !added.includes(name));
      return { added, refused, commands: refused.map((name) => registrationCommand(settings, name)) };
    });
  } finally {
    await connection.close();
  }
}

async function missingAttributes(connection: Connection, namespace: string): Promise<string[]> {
  const names = SEARCH_ATTRIBUTES.map(({ name }) => name);
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    return names.filter((name) => !(name in customAttributes));
  } catch {
    // Temporal Cloud has no operator service; whether the attributes exist shows through the workflow service.
    const { keys } = await connection.workflowService.getSearchAttributes({});
    return names.filter((name) => !(name in keys));
  }
}

async function add(connection: Connection, namespace: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(names.map((name) => [name, KEYWORD])),
    });
    return [...names];
  } catch {
    return [];
  }
}

const registrationCommand = ({ address, namespace }: Config['temporal'], name: string): string =>
  `temporal operator search-attribute create --address ${address} --namespace ${namespace} --name ${name} --type Keyword`;
