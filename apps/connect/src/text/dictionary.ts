import type { en } from './en.js';

/** The same tree with texts of another language: text for text, and functions that take the same. */
type Translated<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : Tree[Key] extends string
      ? string
      : Translated<Tree[Key]>;
};

/** Everything that the page says, in one language. */
export type Dictionary = Translated<typeof en>;
