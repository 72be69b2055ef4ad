import { describe, expect, it } from '@jest/globals';
import { ownProblem } from '../problem/problem.js';
import { nextStep, type AuthorizationEvent, type AuthorizationStep } from './authorization-step.js';

const FORM: AuthorizationStep = { name: 'form' };
const ACCOUNT = { providerConfigKey: 'github', connectionId: 'c-1', isPending: false };
const PROBLEM = ownProblem('denied', 'callback_err');
const after = (...events: AuthorizationEvent[]) => events.reduce(nextStep, FORM);

describe('nextStep', () => {
  const opened: AuthorizationEvent = { name: 'opened', url: 'https://g.example/oauth', window: 'blocked' };

  it('goes from a blocked window, opened by hand, to the connection', () => {
    expect(after(opened)).toEqual({ name: 'waiting', url: 'https://g.example/oauth', window: 'blocked' });
    expect(after(opened, { name: 'window', window: 'elsewhere' })).toMatchObject({ window: 'elsewhere' });
    expect(after(opened, { name: 'connected', account: ACCOUNT })).toEqual({ name: 'done', account: ACCOUNT });
  });

  it('comes back to the form with what went wrong, and without it for another try', () => {
    expect(after({ name: 'sent' }, { name: 'failed', problem: PROBLEM })).toEqual({ name: 'form', problem: PROBLEM });
    expect(after(opened, { name: 'failed', problem: PROBLEM }, opened, { name: 'cancelled' })).toEqual(FORM);
  });

  it('does not take back what is connected', () => {
    const late: AuthorizationEvent[] = [{ name: 'failed', problem: PROBLEM }, { name: 'cancelled' }, opened];
    expect(after(opened, { name: 'connected', account: ACCOUNT }, ...late)).toEqual({ name: 'done', account: ACCOUNT });
  });

  it('does not wait for a window that nobody opened', () => {
    expect(after({ name: 'window', window: 'abandoned' })).toEqual(FORM);
  });
});
