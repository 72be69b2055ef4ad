import type { ReactElement } from 'react';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { SmallPrint } from '../components/small-print.js';
import { Title } from '../components/title.js';
import type { Problem } from '../problem/problem.js';
import type { ProblemKind } from '../problem/problem-kind.js';
import { problemText } from '../problem/problem-text.js';
import { useText } from '../text/text-context.js';

/** Kinds that another try does not change. */
const FINAL: ReadonlySet<ProblemKind> = new Set(['sessionExpired', 'linkIncomplete', 'nothingToConnect', 'notAllowed']);

/** Nothing can be connected now: why, and what to do about it. */
export function StoppedScreen({
  problem,
  name = '',
  onRetry,
}: {
  readonly problem: Problem;
  readonly name?: string;
  readonly onRetry: () => void;
}): ReactElement {
  const text = useText();
  const { title, hint } = problemText(text, problem.kind, name);
  const isFinal = FINAL.has(problem.kind);
  return (
    <section className="result" role="alert">
      <span className="badge badge-notice">
        <Icon
          name={problem.kind === 'sessionExpired' ? 'clock' : problem.kind === 'nothingToConnect' ? 'plug' : 'alert'}
        />
      </span>
      <Title>{title}</Title>
      <p className="hint">{hint}</p>
      {!isFinal && problem.words !== undefined && problem.kind !== 'network' && (
        <blockquote className="words">{problem.words}</blockquote>
      )}
      <div className="actions">{!isFinal && <Button onClick={onRetry}>{text.connect.retry}</Button>}</div>
      <SmallPrint problem={problem} />
    </section>
  );
}
