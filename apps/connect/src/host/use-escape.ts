import { useEffect } from 'react';

/** Escape does what the first button of the card does. */
export function useEscape(action: (() => void) | undefined): void {
  useEffect(() => {
    if (!action) return;
    const onKey = (event: KeyboardEvent): void => {
      // An input method, or a search that Escape empties, comes first.
      if (event.key !== 'Escape' || event.isComposing || isFilledSearch(event.target)) return;
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [action]);
}

function isFilledSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
