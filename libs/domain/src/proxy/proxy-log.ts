import type { OperationLog } from '../logs/operation-log.service.js';

/** What a proxied call needs of the customer's log. */
export type ProxyLog = Pick<OperationLog, 'start' | 'log' | 'finish'>;
