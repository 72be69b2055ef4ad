import type { Integration } from '@svc/contracts';
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from '../components/icon.js';
import { Logo } from '../components/logo.js';
import { Title } from '../components/title.js';
import { useText } from '../text/text-context.js';
import { findIntegrations } from './find-integrations.js';

/** Everything that may be connected, with a search. Arrow keys move through it; Enter takes the first that was found. */
export function ListScreen({
  integrations,
  onChoose,
}: {
  readonly integrations: readonly Integration[];
  readonly onChoose: (integration: Integration) => void;
}): ReactElement {
  const { list: text } = useText();
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const found = findIntegrations(integrations, query);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && query !== '' && found[0]) {
      event.preventDefault();
      onChoose(found[0]);
    } else if (moveFocus(box.current, event.key)) {
      event.preventDefault();
    }
  };

  return (
    <section className="list">
      <Title>{text.title}</Title>
      <p className="hint">{text.hint}</p>
      <div className="list-box" ref={box} onKeyDown={onKeyDown}>
        <Search query={query} onChange={setQuery} />
        <p className="unseen" role="status">
          {query === '' ? '' : found.length === 0 ? text.nothing(query) : text.results(found.length)}
        </p>
        {found.length > 0 ? (
          <ul className="rows" aria-label={text.title}>
            {found.map((integration) => (
              <li key={integration.unique_key}>
                <Row integration={integration} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        ) : (
          <Nothing query={query} onClear={() => setQuery('')} />
        )}
      </div>
    </section>
  );
}

/** @returns whether the key moves the focus. */
function moveFocus(box: HTMLElement | null, key: string): boolean {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!box || direction === undefined) return false;
  const stops = [...box.querySelectorAll<HTMLElement>('input, .row')];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + direction];
  next?.focus();
  return next !== undefined;
}

function Search({
  query,
  onChange,
}: {
  readonly query: string;
  readonly onChange: (query: string) => void;
}): ReactElement {
  const { list: text } = useText();
  return (
    <div className="control search">
      <Icon name="search" />
      <input
        type="search"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        aria-label={text.search}
        placeholder={text.search}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}

function Row({
  integration,
  onChoose,
}: {
  readonly integration: Integration;
  readonly onChoose: (integration: Integration) => void;
}): ReactElement {
  return (
    <button type="button" className="row" onClick={() => onChoose(integration)}>
      <Logo address={integration.logo} name={integration.display_name} />
      <span className="row-name">{integration.display_name}</span>
      <Icon name="chevron" className="icon-directed" />
    </button>
  );
}

function Nothing({ query, onClear }: { readonly query: string; readonly onClear: () => void }): ReactElement {
  const { list: text } = useText();
  return (
    <div className="nothing">
      <p className="nothing-title">{text.nothing(query)}</p>
      <p>{text.nothingHint}</p>
      <button type="button" className="link" onClick={onClear}>
        {text.clear}
      </button>
    </div>
  );
}
