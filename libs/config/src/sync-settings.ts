import { wholeNumber } from './setting-fields.js';
import { setting } from './setting.js';

const FUNCTIONS = 'Functions';
const MILLISECONDS = 'a whole number of milliseconds, 1 or more';

/** Settings of the sync engine. */
export const syncSettings = {
  SYNC_SLICE_MS: setting(wholeNumber(1).default(300_000), {
    group: FUNCTIONS,
    description:
      'A sync is stopped at the first checkpoint that it saves after this long, and goes on in the next slice.',
    expected: MILLISECONDS,
    defaultText: '300000 (5 minutes)',
  }),
  SYNC_MAX_RUN_MS: setting(wholeNumber(1).default(86_400_000), {
    group: FUNCTIONS,
    description: 'Longest run of a sync that saves no checkpoint.',
    expected: MILLISECONDS,
    defaultText: '86400000 (24 hours)',
  }),
  SYNC_HEARTBEAT_TIMEOUT_MS: setting(wholeNumber(1000).default(60_000), {
    group: FUNCTIONS,
    description:
      'Silence after which Temporal gives the slice of a worker to another one. Workers notice each other being gone sooner.',
    expected: 'a whole number of milliseconds, 1000 or more',
    defaultText: '60000',
  }),
  SYNC_STALLED_AFTER_SLICES: setting(wholeNumber(1).default(5), {
    group: FUNCTIONS,
    description: 'A run of a sync whose checkpoint stands still for so many slices ends with reason `stalled`.',
    expected: 'a whole number, 1 or more',
    defaultText: '5',
  }),
  SYNC_SCHEDULE_CHECK_MS: setting(wholeNumber(1000).default(300_000), {
    group: FUNCTIONS,
    description: 'How often all Schedules in Temporal are compared with the syncs, and repaired where they differ.',
    expected: 'a whole number of milliseconds, 1000 or more',
    defaultText: '300000 (5 minutes)',
  }),
  SYNC_SLOTS_PER_ENVIRONMENT: setting(wholeNumber(1).default(50), {
    group: FUNCTIONS,
    description: 'Most syncs of one environment that execute at the same time; further ones wait.',
    expected: 'a whole number, 1 or more',
    defaultText: '50',
  }),
  SYNC_SLOTS_PER_CUSTOMER: setting(wholeNumber(1).default(20), {
    group: FUNCTIONS,
    description:
      'Most syncs of one customer (connections with the same CUSTOMER_TAG, or one connection without it) that execute at the same time. Less than the other limits, so that nobody takes all slots.',
    expected: 'a whole number, 1 or more',
    defaultText: '20',
  }),
  SYNC_SLOTS_PER_CONNECTION: setting(wholeNumber(1).default(10), {
    group: FUNCTIONS,
    description: 'Most syncs of one connection that execute at the same time; further ones wait.',
    expected: 'a whole number, 1 or more',
    defaultText: '10',
  }),
  SYNC_SLOTS_PER_INTEGRATION: setting(wholeNumber(1).default(25), {
    group: FUNCTIONS,
    description: 'Most syncs of one integration that execute at the same time; further ones wait.',
    expected: 'a whole number, 1 or more',
    defaultText: '25',
  }),
};
