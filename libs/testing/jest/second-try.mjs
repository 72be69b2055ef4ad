/**
 * Integration and end-to-end tests meet real servers, processes and clocks. On a machine that does much else one of them may miss
 * its moment; with CI=true it is tried a second time at once, and `npm test` names it at the end as flaky: a defect to be mended.
 */
import { jest } from '@jest/globals';

if (['true', '1'].includes(process.env.CI ?? ''))
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
