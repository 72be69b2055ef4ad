import type { ConnectedAccount } from '@svc/connect';
import type { Problem } from '../problem/problem.js';

/** Where the provider's window is, as far as this page can tell. */
export type WindowState = 'open' | 'blocked' | 'abandoned' | 'elsewhere';

/** How far one authorization is. */
export type AuthorizationStep =
  | { readonly name: 'form'; readonly problem?: Problem }
  | { readonly name: 'sending' }
  | { readonly name: 'waiting'; readonly url: string; readonly window: WindowState }
  | { readonly name: 'done'; readonly account: ConnectedAccount };

/** What moves it on. */
export type AuthorizationEvent =
  | { readonly name: 'sent' }
  | { readonly name: 'opened'; readonly url: string; readonly window: WindowState }
  | { readonly name: 'window'; readonly window: WindowState }
  | { readonly name: 'connected'; readonly account: ConnectedAccount }
  | { readonly name: 'failed'; readonly problem: Problem }
  | { readonly name: 'cancelled' };

/** What is connected stays connected, whatever comes late. */
export function nextStep(step: AuthorizationStep, event: AuthorizationEvent): AuthorizationStep {
  if (step.name === 'done') return step;
  switch (event.name) {
    case 'sent':
      return { name: 'sending' };
    case 'opened':
      return { name: 'waiting', url: event.url, window: event.window };
    case 'window':
      return step.name === 'waiting' ? { ...step, window: event.window } : step;
    case 'connected':
      return { name: 'done', account: event.account };
    case 'failed':
      return { name: 'form', problem: event.problem };
    case 'cancelled':
      return { name: 'form' };
  }
}
