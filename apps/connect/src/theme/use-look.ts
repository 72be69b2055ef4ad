import type { ConnectUiSettings } from '@svc/contracts';
import { useEffect } from 'react';
import type { PageSettings } from '../page-settings.js';
import { applyColours, applyTheme } from './apply-theme.js';

/** Light or dark as the address says, then as the environment does; the environment's colours. */
export function useLook(asked: PageSettings['theme'], look: ConnectUiSettings | undefined): void {
  useEffect(() => {
    applyTheme(document.documentElement, asked ?? look?.defaultTheme ?? 'system');
    if (look) applyColours(document.documentElement, look);
  }, [asked, look]);
}
