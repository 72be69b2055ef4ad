import type { TemplateTree } from '@svc/contracts';
import type { JsonRequest } from '@svc/http';
import {
  interpolateBody,
  interpolateHeaders,
  interpolateUrl,
  type InterpolationContext,
  type InterpolateUrlOptions,
} from '@svc/providers';
import { formOf } from '../tokens/form-body.js';
import { writeXml } from '../xml/xml-text.js';
import type { Step } from './step.js';

type Params = Readonly<Record<string, TemplateTree>>;

const FORMATS: Readonly<Record<Step['format'], { readonly type: string; readonly write: (params: Params) => string }>> =
  {
    form: { type: 'application/x-www-form-urlencoded', write: formOf },
    json: { type: 'application/json', write: (params) => JSON.stringify(params) },
    xml: { type: 'application/xml', write: writeXml },
  };

/**
 * Writes the request of a step. Parameters of a GET are its query.
 *
 * @throws AppError when an address or a header cannot be made from these values.
 */
export function writeStep(step: Step, context: InterpolationContext, options: InterpolateUrlOptions): JsonRequest {
  const { method, format } = step;
  const url = interpolateUrl(step.url, context, options);
  const params = interpolateBody(step.params, context);
  const own = interpolateHeaders(step.headers, context);
  const accept = format === 'xml' ? 'application/xml' : 'application/json';
  if (method === 'GET') return { method, url: withQuery(url, formOf(params)), headers: { accept, ...own } };
  const { type, write } = FORMATS[format];
  return { method, url, headers: { accept, 'content-type': type, ...own }, body: write(params) };
}

function withQuery(url: string, query: string): string {
  if (query === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
