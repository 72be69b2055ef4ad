import type { ReactElement } from 'react';
import type { Problem } from '../problem/problem.js';
import { useText } from '../text/text-context.js';

/** What the people who can help will ask for. */
export function SmallPrint({ problem: { code, requestId } }: { readonly problem: Problem }): ReactElement {
  const { page } = useText();
  return (
    <p className="small-print">
      {page.code} <code>{code}</code>
      {requestId !== undefined && (
        <>
          {' · '}
          {page.request} <code>{requestId}</code>
        </>
      )}
    </p>
  );
}
