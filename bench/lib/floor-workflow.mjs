import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities({ startToCloseTimeout: '1 minute' });

/** What no asynchronous action can be faster than: a workflow with one activity that does nothing. */
export async function floor() {
  await nothing();
}
