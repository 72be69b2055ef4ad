import type { JsonAnswer } from '@svc/http';
import { readTokenBody, type TokenBody } from '../tokens/token-answer.js';
import { readXml } from '../xml/xml-text.js';

/**
 * What a step was answered with, as an object: JSON, XML or a form. Kept headers stand beside the body's own keys, under
 * `headers`. Undefined for anything else, such as the page of a proxy in between.
 */
export function readStepAnswer(answer: JsonAnswer, keptHeaders: readonly string[] = []): TokenBody | undefined {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = answer.headers[name.toLowerCase()];
      return value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
  const hasKept = Object.keys(headers).length > 0;
  const body = bodyOf(answer) ?? (hasKept ? {} : undefined);
  return hasKept ? { ...body, headers } : body;
}

function bodyOf(answer: JsonAnswer): TokenBody | undefined {
  if (Array.isArray(answer.json)) return { ...answer.json };
  if (answer.headers['content-type']?.includes('html')) return undefined;
  const isXml = /^\s*<(\?xml|[a-z])/i.test(answer.text) && answer.json === undefined;
  return isXml ? readXml(answer.text) : readTokenBody(answer);
}
