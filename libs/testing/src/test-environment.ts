/** What the test run's set-up handed to its workers. */
export interface TestEnvironment {
  /** A server on which tests may create databases. */
  readonly databaseUrl: string;
  /** Differs from run to run, so that runs can share a server. */
  readonly runId: string;
}

/** Throws outside `*.int.spec.ts` and `*.e2e.spec.ts`, which alone have a database. */
export const testEnvironment = (): TestEnvironment => {
  const { TEST_DATABASE_URL: databaseUrl, GATEWAY_TEST_RUN: runId } = process.env;
  if (!databaseUrl || !runId)
    throw new Error('There is no test database here: name the test *.int.spec.ts or *.e2e.spec.ts.');
  return { databaseUrl, runId };
};
