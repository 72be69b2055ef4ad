import { compiledTemplate } from './compiled-templates.js';
import { evaluateTemplate, type Evaluation } from './evaluate-template.js';
import type { InterpolationContext } from './interpolation-context.js';

/** Fills in a text. Placeholders without a value stay in it and are listed. */
export function interpolateText(template: string, context: InterpolationContext): Evaluation {
  return evaluateTemplate(compiledTemplate(template), context);
}

/** The filled-in text, or undefined when a placeholder has no value. */
export function interpolateValue(template: string, context: InterpolationContext): string | undefined {
  const { text, missing } = evaluateTemplate(compiledTemplate(template), context);
  return missing ? undefined : text;
}
