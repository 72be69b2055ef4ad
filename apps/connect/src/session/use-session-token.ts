import { useEffect, useState } from 'react';
import type { HostPage } from '../host/host-page.js';

/** A page that opened this one fetches the token from its backend first. */
const WAIT_MS = 30_000;

/** The token of the address, or the one that the page around this one sends, now or later. */
export function useSessionToken(
  given: string | undefined,
  host: HostPage,
): { readonly value: string | undefined; readonly isMissing: boolean } {
  const [value, setValue] = useState(given);
  const [isOverdue, setOverdue] = useState(!host.isPresent);
  useEffect(() => {
    const stop = host.onSessionToken(setValue);
    host.post({ type: 'ready' });
    const timer = setTimeout(() => setOverdue(true), WAIT_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [host]);
  return { value, isMissing: value === undefined && isOverdue };
}
