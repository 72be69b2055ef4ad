import type { Provider } from '@svc/contracts';
import { useCallback, useEffect, useState } from 'react';
import { problemOf, type Problem } from '../problem/problem.js';
import type { ConnectApi } from './connect-api.js';

/** A provider's definition, once it is there. */
export function useProvider(
  api: ConnectApi,
  name: string,
): { readonly provider: Provider | undefined; readonly problem: Problem | undefined; readonly reload: () => void } {
  const [provider, setProvider] = useState<Provider>();
  const [problem, setProblem] = useState<Problem>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setProblem(undefined);
    api.provider(name).then(
      (found) => isCurrent && setProvider(found),
      (error: unknown) => isCurrent && setProblem(problemOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, name, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { provider, problem, reload };
}
