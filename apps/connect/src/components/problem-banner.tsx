import { useEffect, useRef, type ReactElement } from 'react';
import type { Problem } from '../problem/problem.js';
import { problemText } from '../problem/problem-text.js';
import { useText } from '../text/text-context.js';
import { Icon } from './icon.js';
import { SmallPrint } from './small-print.js';

/** What went wrong, above the form that can be sent again. */
export function ProblemBanner({
  problem,
  name,
  returnTo,
}: {
  readonly problem: Problem;
  readonly name: string;
  /** Address of the customer's own page. */
  readonly returnTo: string | undefined;
}): ReactElement {
  const text = useText();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.focus({ preventScroll: true });
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  const { title, hint } = problemText(text, problem.kind, name);
  const look = problem.kind === 'denied' ? 'notice' : 'problem';
  return (
    <div className={`banner banner-${look}`} role="alert" tabIndex={-1} ref={banner}>
      <Icon name="alert" />
      <div className="banner-body">
        <p className="banner-title">{title}</p>
        <p>{hint}</p>
        {problem.words !== undefined && <blockquote className="words">{problem.words}</blockquote>}
        <SmallPrint problem={problem} />
        {returnTo !== undefined && (
          <a className="link" href={returnTo}>
            {text.page.returnTo(new URL(returnTo).host)}
          </a>
        )}
      </div>
    </div>
  );
}
