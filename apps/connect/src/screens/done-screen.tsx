import type { ConnectedAccount } from '@svc/connect';
import type { Integration } from '@svc/contracts';
import { useEffect, type ReactElement } from 'react';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { Title } from '../components/title.js';
import { useText } from '../text/text-context.js';

/** Long enough to read that it worked. */
const RETURN_AFTER_MS = 1_600;

interface DoneScreenProps {
  readonly integration: Integration;
  readonly account: ConnectedAccount;
  /** Address of the customer's own page, with the outcome. */
  readonly returnTo: string | undefined;
  /** Missing when nobody can close the page but the person. */
  readonly onClose: (() => void) | undefined;
}

/** It worked, or waits for somebody's approval. */
export function DoneScreen({ integration, account, returnTo, onClose }: DoneScreenProps): ReactElement {
  const { done: text } = useText();
  const name = integration.display_name;
  useEffect(() => {
    if (returnTo === undefined) return;
    const timer = setTimeout(() => window.location.assign(returnTo), RETURN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [returnTo]);
  return (
    <section className="result">
      <span className={`badge ${account.isPending ? 'badge-notice' : 'badge-success'}`}>
        <Icon name={account.isPending ? 'clock' : 'check'} />
      </span>
      <Title>{account.isPending ? text.pendingTitle : text.title}</Title>
      <p className="hint">{account.isPending ? text.pendingHint(name) : text.hint(name)}</p>
      <WayOn returnTo={returnTo} onClose={onClose} />
    </section>
  );
}

function WayOn({ returnTo, onClose }: Pick<DoneScreenProps, 'returnTo' | 'onClose'>): ReactElement {
  const { done: text } = useText();
  if (returnTo === undefined && !onClose) return <p className="hint">{text.canClose}</p>;
  return (
    <div className="actions">
      {returnTo === undefined ? (
        <Button onClick={onClose}>{text.close}</Button>
      ) : (
        <>
          <a className="button button-primary" href={returnTo}>
            {text.goOn}
          </a>
          <p className="hint" role="status">
            {text.returning(new URL(returnTo).host)}
          </p>
        </>
      )}
    </div>
  );
}
