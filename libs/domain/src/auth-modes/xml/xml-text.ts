import type { TemplateTree } from '@svc/contracts';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@_' });

/** All values stay text (`007` is no number); names lose their namespace prefix, and attributes are left out. */
const parser = new XMLParser({ parseTagValue: false, removeNSPrefix: true, htmlEntities: true });

/** An XML document; a key that begins with `@_` is an attribute, a list repeats its element. */
export const writeXml = (tree: Readonly<Record<string, TemplateTree>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${builder.build(tree)}`;

/**
 * A document as nested objects of texts, or undefined when it is not well-formed. Documents that declare a type are not
 * read at all: it could define entities, and no API needs one.
 */
export function readXml(text: string): Readonly<Record<string, unknown>> | undefined {
  if (/<!DOCTYPE/i.test(text)) return undefined;
  try {
    const tree: unknown = parser.parse(text, true);
    return typeof tree === 'object' && tree !== null ? { ...tree } : undefined;
  } catch {
    return undefined;
  }
}
