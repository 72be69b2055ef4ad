import type { Dictionary } from '../text/dictionary.js';
import type { ProblemKind } from './problem-kind.js';

/** Title and sentence of a problem, with the name of the app in them. */
export function problemText(
  { problems }: Dictionary,
  kind: ProblemKind,
  name: string,
): { readonly title: string; readonly hint: string } {
  const { title, hint } = problems[kind];
  return { title: typeof title === 'string' ? title : title(name), hint: hint(name) };
}
