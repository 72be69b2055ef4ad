/** A Jest reporter that adds a run's counts, and the tests that needed a second try, to a file: `npm test` closes with all of them. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const FILE = inRoot('.cache', 'test-counts.json');
const NOTHING = { passed: 0, failed: 0, skipped: 0, flaky: [] };

/** The counts since {@link resetCounts}. */
export const readCounts = () => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : NOTHING);

export const resetCounts = () => rmSync(FILE, { force: true });

class CountReporter {
  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, testResults },
  ) {
    const before = readCounts();
    const counts = {
      passed: before.passed + numPassedTests,
      // A file that could not be run has failed, though none of its tests did.
      failed: before.failed + numFailedTests + numRuntimeErrorTestSuites,
      skipped: before.skipped + numPendingTests,
      flaky: [
        ...before.flaky,
        ...testResults
          .flatMap((file) => file.testResults)
          .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
          .map(({ fullName }) => fullName),
      ],
    };
    writeFileSync(FILE, JSON.stringify(counts));
  }
}

// Jest takes a reporter as the default export of its file.
export { CountReporter as default };
