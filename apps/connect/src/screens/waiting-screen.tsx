import type { Integration } from '@svc/contracts';
import type { ReactElement } from 'react';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { Logo } from '../components/logo.js';
import { Title } from '../components/title.js';
import type { WindowState } from '../session/authorization-step.js';
import type { Dictionary } from '../text/dictionary.js';
import { useText } from '../text/text-context.js';

interface WaitingScreenProps {
  readonly integration: Integration;
  /** Address of the provider's page, by way of the gateway. */
  readonly url: string;
  readonly window: WindowState;
  /** Providers do not let themselves be shown in a frame. */
  readonly canContinueHere: boolean;
  readonly onOpenAgain: () => void;
  readonly onOpenedByHand: () => void;
  readonly onContinueHere: () => void;
  readonly onCancel: () => void;
}

/** The person is at the provider. */
export function WaitingScreen(props: WaitingScreenProps): ReactElement {
  const { integration, url, window: state, onOpenAgain, onOpenedByHand, onCancel } = props;
  const { waiting: text } = useText();
  const name = integration.display_name;
  const { title, hint } = wordsOf(text, state, name);
  return (
    <section className="result">
      <span className={`pulse ${state === 'open' || state === 'elsewhere' ? 'pulse-alive' : ''}`}>
        <Logo address={integration.logo} name={name} size="large" />
      </span>
      <Title>{title}</Title>
      <p className="hint" role="status">
        {hint}
      </p>
      <div className="actions">
        {state === 'blocked' ? (
          <a className="button button-primary" href={url} target="_blank" rel="noopener" onClick={onOpenedByHand}>
            <span>{text.openLink(name)}</span>
            <Icon name="link" />
          </a>
        ) : (
          <Button look={state === 'abandoned' ? 'primary' : 'secondary'} onClick={onOpenAgain}>
            {text.openAgain}
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          {text.cancel}
        </Button>
        {props.canContinueHere && state !== 'open' && (
          <button type="button" className="link" onClick={props.onContinueHere}>
            {text.here}
          </button>
        )}
      </div>
    </section>
  );
}

function wordsOf(text: Dictionary['waiting'], state: WindowState, name: string) {
  switch (state) {
    case 'blocked':
      return { title: text.blockedTitle, hint: text.blockedHint(name) };
    case 'abandoned':
      return { title: text.abandonedTitle, hint: text.abandonedHint };
    default:
      return { title: text.title(name), hint: text.hint };
  }
}
