import { wholeNumber } from './setting-fields.js';
import { setting } from './setting.js';

const WEBHOOKS = 'Webhooks';

/** Settings of webhooks to customers, a part of those of `api` and `worker`. */
export const deliverySettings = {
  WEBHOOK_RETRY_HOURS: setting(wholeNumber(1, 720).default(72), {
    group: WEBHOOKS,
    description:
      'How long a webhook is tried to be delivered, in hours; then it is a dead letter, which can be redelivered.',
    expected: 'a whole number from 1 to 720',
    defaultText: '72',
  }),
  WEBHOOK_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(30), {
    group: WEBHOOKS,
    description: 'How long webhooks and their deliveries are kept, in days; bodies and attempts never longer.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '30',
  }),
  WEBHOOK_BODY_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(30), {
    group: WEBHOOKS,
    description: 'How long the bodies of webhooks are kept, in days. Afterwards they cannot be redelivered.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '30',
  }),
  WEBHOOK_ATTEMPT_RETENTION_DAYS: setting(wholeNumber(1, 3650).default(30), {
    group: WEBHOOKS,
    description: 'How long each attempt of a delivery is kept, with the beginning of its answer, in days.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '30',
  }),
};
