import { useEffect } from 'react';

/** Escape does what the first button of the card does. */
export function useEscape(action: (() => void) | undefined): void {
  useEffect(() => {
    if (!action) return;
    const onKey = (event: KeyboardEvent): void => {
      // An input method comes first, and a search that Escape empties; what was typed is not lost by one key.
      if (event.key !== 'Escape' || event.isComposing || isFilled(event.target)) return;
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [action]);
}

function isFilled(target: EventTarget | null): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isField && target.value !== '';
}
