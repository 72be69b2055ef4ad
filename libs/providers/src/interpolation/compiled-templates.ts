import { parseTemplate } from './parse-template.js';
import type { Template } from './template.js';

/** More templates than any catalogue has; a guard against texts that do not come from definitions. */
const MAX_TEMPLATES = 20_000;

const templates = new Map<string, Template>();

/** The parsed form of a template. Each text is parsed once per process, so callers pass texts on the hot path too. */
export function compiledTemplate(text: string): Template {
  const known = templates.get(text);
  if (known) return known;
  if (templates.size >= MAX_TEMPLATES) templates.clear();
  const template = parseTemplate(text);
  templates.set(text, template);
  return template;
}
