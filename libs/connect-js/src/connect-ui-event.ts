import type { ConnectedAccount } from './connected-account.js';

/** What the hosted page tells the page that opened it. */
export type ConnectUiEvent =
  /** It is there, and takes a session token. */
  | { readonly type: 'ready' }
  /** An account was connected. */
  | { readonly type: 'connect'; readonly payload: ConnectedAccount }
  /** Something failed; the person sees it and may try again. Show `errorMessage` as text, never as markup. */
  | { readonly type: 'error'; readonly payload: { readonly errorType: string; readonly errorMessage: string } }
  /** The look of the page, from the environment's settings. */
  | { readonly type: 'settings_changed'; readonly payload: unknown }
  /** The person closed it. */
  | { readonly type: 'close' };
