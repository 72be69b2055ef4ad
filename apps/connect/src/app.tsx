import { Gateway, type ConnectedAccount } from '@svc/connect';
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { Card } from './components/card.js';
import type { HostPage } from './host/host-page.js';
import { useEscape } from './host/use-escape.js';
import type { PageSettings } from './page-settings.js';
import { ownProblem, type Problem } from './problem/problem.js';
import { IntegrationScreen } from './screens/integration-screen.js';
import { ListScreen } from './screens/list-screen.js';
import { LoadingScreen } from './screens/loading-screen.js';
import { StoppedScreen } from './screens/stopped-screen.js';
import { ConnectApi } from './session/connect-api.js';
import { useChosenIntegration } from './session/use-chosen-integration.js';
import { useConnectSession, type SessionState } from './session/use-connect-session.js';
import { useSessionToken } from './session/use-session-token.js';
import { useLook } from './theme/use-look.js';

interface AppProps {
  readonly settings: PageSettings;
  readonly host: HostPage;
  readonly language: string;
}

const NO_LINK = ownProblem('linkIncomplete', 'missing_session_token');
const NOTHING = ownProblem('nothingToConnect', 'no_integrations');

/** The page: its session, then the list, then one integration. */
export function App({ settings, host, language }: AppProps): ReactElement {
  const { value: token, isMissing } = useSessionToken(settings.sessionToken, host);
  const api = useMemo(
    () => (token === undefined ? undefined : new ConnectApi(new Gateway(settings.apiUrl, token), language)),
    [settings.apiUrl, token, language],
  );
  const { state, reload, stop } = useConnectSession(api);
  const ready = state.name === 'ready' ? state : undefined;
  const look = ready?.session.connectUISettings;
  const [choice, choose] = useChosenIntegration(ready?.integrations, token);
  const [isDone, setDone] = useState(false);
  const { onProblem, onConnected } = useHostReports(host, stop, setDone);
  const stopped = stopReason(state, isMissing);

  useLook(settings.theme, look);
  useEffect(() => {
    if (look) host.post({ type: 'settings_changed', payload: look });
  }, [look, host]);

  const hasList = ready !== undefined && ready.integrations.length > 1;
  const onBack = !stopped && choice && hasList && !isDone ? () => choose(undefined) : undefined;
  const onClose = host.isPresent ? () => host.close() : undefined;
  useEscape(onBack ?? onClose);

  const content = (): ReactElement => {
    if (stopped) return <StoppedScreen problem={stopped} onRetry={reload} />;
    if (!api || !ready) return <LoadingScreen shape="list" />;
    if (!choice && hasList) return <ListScreen integrations={ready.integrations} onChoose={choose} />;
    if (!choice) return <LoadingScreen shape="form" />;
    return (
      <IntegrationScreen
        key={choice.integration.unique_key}
        api={api}
        host={host}
        session={ready.session}
        integration={choice.integration}
        detectClosedAuthWindow={settings.detectClosedAuthWindow}
        leftAttempt={choice.left?.attempt}
        onConnected={onConnected}
        onProblem={onProblem}
        onClose={onClose}
      />
    );
  };

  return (
    <Card isDialog={host.isEmbedded} onBack={onBack} onClose={onClose} showWatermark={look?.showWatermark ?? false}>
      {content()}
    </Card>
  );
}

function stopReason(state: SessionState, isTokenMissing: boolean): Problem | undefined {
  if (isTokenMissing) return NO_LINK;
  if (state.name === 'stopped') return state.problem;
  return state.name === 'ready' && state.integrations.length === 0 ? NOTHING : undefined;
}

/** Tells the page that opened this one what happens here. */
function useHostReports(host: HostPage, stop: (problem: Problem) => void, setDone: (isDone: boolean) => void) {
  const onProblem = useCallback(
    (problem: Problem) => {
      host.post({ type: 'error', payload: { errorType: problem.code, errorMessage: problem.words ?? '' } });
      // No integration can be connected any more, so the form is of no use.
      if (problem.kind === 'sessionExpired') stop(problem);
    },
    [host, stop],
  );
  const onConnected = useCallback(
    ({ providerConfigKey, connectionId, isPending }: ConnectedAccount) => {
      setDone(true);
      host.post({ type: 'connect', payload: { providerConfigKey, connectionId, ...(isPending && { isPending }) } });
    },
    [host, setDone],
  );
  return { onProblem, onConnected };
}
