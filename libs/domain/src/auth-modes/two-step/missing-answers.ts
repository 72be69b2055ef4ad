import type { TemplateTree } from '@svc/contracts';
import { interpolateText, type InterpolationContext } from '@svc/providers';
import type { Step } from './step.js';

/** Placeholders of a step that want a part of an earlier answer which is not in it. */
export function missingAnswers({ url, headers, params }: Step, context: InterpolationContext): readonly string[] {
  const texts = [url, ...Object.values(headers), ...textsOf(params)];
  const missing = texts.flatMap((text) => interpolateText(text, context).missing ?? []);
  return [
    ...new Set(missing.flatMap((part) => (part.kind === 'variable' && part.source === 'step' ? [part.raw] : []))),
  ];
}

function textsOf(tree: TemplateTree): readonly string[] {
  if (typeof tree === 'string') return [tree];
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsOf) : [];
}
