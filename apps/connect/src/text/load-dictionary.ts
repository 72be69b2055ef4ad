import type { Dictionary } from './dictionary.js';
import { en } from './en.js';

/** Languages of the page; all but English are loaded when they are needed. */
const LANGUAGES: Readonly<Record<string, () => Promise<Dictionary>>> = {
  en: async () => en,
  de: async () => (await import('./de.js')).de,
  fr: async () => (await import('./fr.js')).fr,
  es: async () => (await import('./es.js')).es,
  pt: async () => (await import('./pt.js')).pt,
  ja: async () => (await import('./ja.js')).ja,
};

/** A language that the page speaks, with its texts. */
export interface Speech {
  readonly language: string;
  readonly text: Dictionary;
}

/** The first of the wanted languages that the page speaks: `de-AT` is `de`. */
export function chooseLanguage(wanted: readonly (string | undefined)[]): string {
  const known = wanted
    .map((tag) => tag?.split(/[-_]/)[0]?.toLowerCase() ?? '')
    .find((tag) => Object.hasOwn(LANGUAGES, tag));
  return known ?? 'en';
}

/** English where the texts cannot be loaded. */
export async function loadDictionary(language: string): Promise<Speech> {
  const load = LANGUAGES[language];
  try {
    return load ? { language, text: await load() } : { language: 'en', text: en };
  } catch {
    return { language: 'en', text: en };
  }
}
