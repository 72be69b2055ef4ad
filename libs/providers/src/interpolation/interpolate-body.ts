import type { TemplateTree } from '@svc/contracts';
import type { InterpolationContext } from './interpolation-context.js';
import { interpolateValue } from './interpolate-text.js';

type TreeMap = Readonly<Record<string, TemplateTree>>;

/**
 * Fills in the texts of a JSON object: a proxied body, `token_params`, `registration_params`. A text whose placeholders
 * do not all have values is left out; everything else keeps its place and type.
 */
export function interpolateBody(body: TreeMap | undefined, context: InterpolationContext): TreeMap {
  const result: Record<string, TemplateTree> = {};
  for (const [key, value] of Object.entries(body ?? {})) {
    const filled = interpolateTree(value, context);
    if (filled !== undefined) result[key] = filled;
  }
  return result;
}

/** The same for any JSON value; undefined when it is a text that is left out. */
export function interpolateTree(tree: TemplateTree, context: InterpolationContext): TemplateTree | undefined {
  if (typeof tree === 'string') return interpolateValue(tree, context);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (isList(tree)) {
    return tree.map((item) => interpolateTree(item, context)).filter((item) => item !== undefined);
  }
  return interpolateBody(tree, context);
}

const isList = (tree: readonly TemplateTree[] | TreeMap): tree is readonly TemplateTree[] => Array.isArray(tree);
