import type { Dictionary } from '../text/dictionary.js';
import type { FormField } from './form-field.js';
import type { ValueProblem } from './validate-value.js';

/** What is wrong with a value, in words for the person who typed it. */
export function valueProblemText(
  { fieldProblems: texts }: Dictionary,
  problem: ValueProblem,
  { title, example }: FormField['input'],
): string {
  if (problem === 'pattern') return texts.pattern(title, example);
  return problem === 'required' ? texts.required(title) : texts[problem]();
}
