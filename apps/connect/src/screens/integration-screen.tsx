import type { ConnectedAccount } from '@svc/connect';
import type { Integration } from '@svc/contracts';
import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import type { FormValues } from '../form/form-values.js';
import { returnAddress } from '../host/return-address.js';
import type { HostPage } from '../host/host-page.js';
import type { Problem } from '../problem/problem.js';
import type { ConnectApi, ConnectSession } from '../session/connect-api.js';
import { useAuthorization } from '../session/use-authorization.js';
import { useProvider } from '../session/use-provider.js';
import { DoneScreen } from './done-screen.js';
import { FormScreen } from './form-screen.js';
import { LoadingScreen } from './loading-screen.js';
import { StoppedScreen } from './stopped-screen.js';
import { WaitingScreen } from './waiting-screen.js';

interface IntegrationScreenProps {
  readonly api: ConnectApi;
  readonly host: HostPage;
  readonly session: ConnectSession;
  readonly integration: Integration;
  readonly detectClosedAuthWindow: boolean;
  readonly leftAttempt: string | undefined;
  readonly onConnected: (account: ConnectedAccount) => void;
  readonly onProblem: (problem: Problem) => void;
  readonly onClose: (() => void) | undefined;
}

/** One integration, from its form to its connection. */
export function IntegrationScreen(props: IntegrationScreenProps): ReactElement {
  const { api, host, session, integration, onConnected, onProblem } = props;
  const key = integration.unique_key;
  const { provider, problem: missing, reload } = useProvider(api, integration.provider);
  const { step, authorization } = useAuthorization({
    api,
    integration: key,
    detectClosedAuthWindow: props.detectClosedAuthWindow,
    expiresAt: session.expires_at,
    leftAttempt: props.leftAttempt,
  });
  const draft = useRef<FormValues>({});
  const problem = step.name === 'form' ? step.problem : undefined;
  const account = step.name === 'done' ? step.account : undefined;
  const presets = useMemo(() => session.integrations_config_defaults?.[key]?.connection_config ?? {}, [session, key]);
  // A frame stays where it is: the page around it knows how it ended.
  const returnUrl = host.isEmbedded ? undefined : session.return_url;

  useEffect(() => {
    if (account) onConnected(account);
  }, [account, onConnected]);
  useEffect(() => {
    if (problem) onProblem(problem);
  }, [problem, onProblem]);

  if (account) {
    const returnTo = returnAddress(returnUrl, { account });
    return <DoneScreen integration={integration} account={account} returnTo={returnTo} onClose={props.onClose} />;
  }
  if (step.name === 'waiting') {
    return (
      <WaitingScreen
        integration={integration}
        url={step.url}
        window={step.window}
        canContinueHere={!host.isEmbedded}
        onOpenAgain={() => authorization.openAgain()}
        onOpenedByHand={() => authorization.openedByHand()}
        onContinueHere={() => authorization.continueHere()}
        onCancel={() => authorization.cancel()}
      />
    );
  }
  if (missing) return <StoppedScreen problem={missing} name={integration.display_name} onRetry={reload} />;
  if (!provider) return <LoadingScreen shape="form" />;
  return (
    <FormScreen
      integration={integration}
      provider={provider}
      presets={presets}
      docsOverride={session.overrides?.[key]?.docs_connect}
      isReconnecting={session.isReconnecting === true}
      draft={draft}
      problem={problem}
      isSending={step.name === 'sending'}
      returnTo={problem && returnAddress(returnUrl, { errorType: problem.code, providerConfigKey: key })}
      onSubmit={(values) => authorization.submit(provider, values)}
    />
  );
}
