import type { ReactElement } from 'react';
import { useText } from '../text/text-context.js';

/** The outline of what is coming, in the places where it will be. */
export function LoadingScreen({ shape }: { readonly shape: 'list' | 'form' }): ReactElement {
  const { page } = useText();
  return (
    <div className={`skeleton skeleton-${shape}`} role="status" aria-label={page.loading}>
      {shape === 'form' && <span className="bone bone-logo" />}
      <span className="bone bone-title" />
      <span className="bone bone-hint" />
      <span className="bone bone-control" />
      {shape === 'list' && Array.from({ length: 5 }, (_, row) => <span key={row} className="bone bone-row" />)}
      {shape === 'form' && <span className="bone bone-control" />}
    </div>
  );
}
