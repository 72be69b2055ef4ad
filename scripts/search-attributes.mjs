/** Registers the search attributes of the gateway's runs in TEMPORAL_NAMESPACE; says what to run where the server refuses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, loadConfig } from '@svc/config';
import { SEARCH_ATTRIBUTES } from '@svc/contracts/workflows';
import { Connection } from '@temporalio/client';

/** Numbers of the API's `IndexedValueType`. */
const TYPE_NUMBERS = { Keyword: 2 };
const GRPC_INVALID_ARGUMENT = 3;
const GRPC_ALREADY_EXISTS = 6;
const APPLY_TIMEOUT_MS = 30_000;

/** Asks with a query, which needs no operator's rights: the server refuses a query with an attribute that it does not know. */
const isKnown = async (connection, namespace, { name }) => {
  try {
    await connection.workflowService.countWorkflowExecutions({ namespace, query: `${name} = "-"` });
    return true;
  } catch (error) {
    if (error.code === GRPC_INVALID_ARGUMENT) return false;
    throw error;
  }
};

const missingOf = async (connection, namespace) => {
  const known = await Promise.all(SEARCH_ATTRIBUTES.map((attribute) => isKnown(connection, namespace, attribute)));
  return SEARCH_ATTRIBUTES.filter((_, index) => !known[index]);
};

const register = async (connection, namespace, attributes) => {
  const searchAttributes = Object.fromEntries(attributes.map(({ name, type }) => [name, TYPE_NUMBERS[type]]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    if (error.code !== GRPC_ALREADY_EXISTS) throw error;
  }
};

const explainRefusal = ({ address, namespace }, attributes, reason) => {
  const pairs = attributes.map(({ name, type }) => `--name ${name} --type ${type}`).join(' ');
  const cloud = attributes.map(({ name, type }) => `--search-attribute "${name}=${type}"`).join(' ');
  return [
    `The Temporal server does not let the gateway register search attributes (${reason}). Run one of these, then start again:`,
    `  temporal operator search-attribute create --address ${address} --namespace ${namespace} ${pairs}`,
    `  tcld namespace search-attributes add --namespace ${namespace} ${cloud}      (Temporal Cloud)`,
  ].join('\n');
};

const connect = ({ address, tls, apiKey }) =>
  Connection.connect({ address, tls, ...(apiKey !== undefined && { apiKey }), connectTimeout: '10s' });

const main = async () => {
  const { temporal } = loadConfig();
  const connection = await connect(temporal);
  try {
    const missing = await missingOf(connection, temporal.namespace);
    if (missing.length === 0) return console.log('All search attributes are registered.');
    try {
      await register(connection, temporal.namespace, missing);
    } catch (error) {
      console.error(explainRefusal(temporal, missing, error.details ?? error.message));
      process.exitCode = 1;
      return;
    }
    // The server takes a moment until it knows them everywhere.
    const deadline = Date.now() + APPLY_TIMEOUT_MS;
    while ((await missingOf(connection, temporal.namespace)).length > 0) {
      if (Date.now() > deadline) throw new Error(`the server does not show them after ${APPLY_TIMEOUT_MS / 1000} s`);
      await sleep(200);
    }
    console.log(`Registered: ${missing.map(({ name }) => name).join(', ')}`);
  } finally {
    await connection.close();
  }
};

try {
  await main();
} catch (error) {
  console.error(
    error instanceof ConfigError ? error.message : `Search attributes could not be registered: ${error.message}`,
  );
  process.exitCode = 1;
}
