import { wholeNumber } from './setting-fields.js';
import { setting } from './setting.js';

const FUNCTIONS = 'Functions';
const MILLISECONDS = 'a whole number of milliseconds, 1 or more';

/** Settings of actions, a part of those of `api` and `worker`. */
export const actionSettings = {
  ACTION_MAX_RUN_MS: setting(wholeNumber(1).default(900_000), {
    group: FUNCTIONS,
    description: 'Longest run of an action.',
    expected: MILLISECONDS,
    defaultText: '900000 (15 minutes)',
  }),
  ACTION_SLOTS_PER_ENVIRONMENT: setting(wholeNumber(1).default(500), {
    group: FUNCTIONS,
    description: 'Most actions of one environment that run at the same time; further ones wait.',
    expected: 'a whole number, 1 or more',
    defaultText: '500',
  }),
  ACTION_SLOTS_PER_CONNECTION: setting(wholeNumber(1).default(100), {
    group: FUNCTIONS,
    description: 'Most actions of one connection that run at the same time; further ones wait.',
    expected: 'a whole number, 1 or more',
    defaultText: '100',
  }),
  ACTION_START_WITHIN_MS: setting(wholeNumber(1).default(30_000), {
    group: FUNCTIONS,
    description: 'Longest wait of a synchronous action for a slot, and then for a free runner, before it is refused.',
    expected: MILLISECONDS,
    defaultText: '30000',
  }),
};
