import type { Integration } from '@svc/contracts';
import { useCallback, useEffect, useState } from 'react';
import { problemOf, type Problem } from '../problem/problem.js';
import type { ConnectApi, ConnectSession } from './connect-api.js';

/** How far the page is with reading its session. */
export type SessionState =
  | { readonly name: 'loading' }
  | { readonly name: 'stopped'; readonly problem: Problem }
  | { readonly name: 'ready'; readonly session: ConnectSession; readonly integrations: readonly Integration[] };

/** Reads the session and what may be connected; `api` is missing until there is a token. */
export function useConnectSession(api: ConnectApi | undefined): {
  readonly state: SessionState;
  readonly reload: () => void;
  readonly stop: (problem: Problem) => void;
} {
  const [state, setState] = useState<SessionState>({ name: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!api) return;
    let isCurrent = true;
    const show = (next: SessionState): void => {
      if (isCurrent) setState(next);
    };
    setState({ name: 'loading' });
    Promise.all([api.session(), api.integrations()]).then(
      ([session, integrations]) => show({ name: 'ready', session, integrations }),
      (error: unknown) => show({ name: 'stopped', problem: problemOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const stop = useCallback((problem: Problem) => setState({ name: 'stopped', problem }), []);
  return { state, reload, stop };
}
