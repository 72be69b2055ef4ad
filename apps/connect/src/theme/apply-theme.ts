import type { ConnectUiSettings } from '@svc/contracts';
import { formatColour, parseColour, readableOn, textColourOn, type Colour } from './colour.js';

type Theme = 'light' | 'dark';

/** The card's colour and that of its text, as in tokens.css. */
const SURFACE: Readonly<Record<Theme, { readonly card: Colour; readonly ink: Colour }>> = {
  light: { card: [255, 255, 255], ink: [23, 24, 28] },
  dark: { card: [23, 24, 28], ink: [242, 243, 245] },
};

/** Sets the environment's colours, each with text that can be read on it. */
export function applyColours(root: HTMLElement, { theme }: ConnectUiSettings): void {
  for (const name of ['light', 'dark'] as const) {
    const primary = parseColour(theme[name].primary);
    if (!primary) continue;
    const { card, ink } = SURFACE[name];
    root.style.setProperty(`--primary-${name}`, formatColour(primary));
    root.style.setProperty(`--on-primary-${name}`, formatColour(textColourOn(primary)));
    root.style.setProperty(`--accent-${name}`, formatColour(readableOn(card, primary, ink)));
  }
}

/** Light or dark: as asked for, or as the system is set. */
export function applyTheme(root: HTMLElement, theme: ConnectUiSettings['defaultTheme']): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
