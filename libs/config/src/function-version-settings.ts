import { wholeNumber } from './setting-fields.js';
import { setting } from './setting.js';

/** How long versions of functions are kept, a part of the settings of `api` and `worker`. */
export const functionVersionSettings = {
  FUNCTION_VERSIONS_KEPT: setting(wholeNumber(1, 10_000).default(20), {
    group: 'Functions',
    description: 'Latest versions of each function that are kept whatever their age, to roll back to.',
    expected: 'a whole number from 1 to 10000',
    defaultText: '20',
  }),
  FUNCTION_VERSION_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(90), {
    group: 'Functions',
    description:
      'Days for which older versions of functions are kept after they were replaced; one that a kept run used stays as long as the run.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '90',
  }),
};
