import { createContext, useContext } from 'react';
import type { Dictionary } from './dictionary.js';
import { en } from './en.js';

const TextContext = createContext<Dictionary>(en);

/** Gives everything below it the texts of one language. */
export const TextProvider = TextContext.Provider;

/** The texts of the page's language. */
export const useText = (): Dictionary => useContext(TextContext);
