import { DefaultLogger } from '@temporalio/worker';

/** Says nothing: what Temporal warns of is what the tests provoke. */
export const quietLogger = new DefaultLogger('ERROR', () => undefined);
