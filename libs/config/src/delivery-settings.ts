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
    description:
      'How long webhooks are kept with their bodies, deliveries and attempts, in days. Afterwards nothing can be redelivered.',
    expected: 'a whole number from 1 to 3650',
    defaultText: '30',
  }),
};
