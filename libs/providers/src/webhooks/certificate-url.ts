import type { WebhookCertificate } from '@svc/contracts';
import { readFirst, viewOf } from './read-values.js';
import type { WebhookRequest } from './webhook-request.js';

/** Where the certificate of a request stands; undefined where that is not the provider's own address. */
export function certificateUrl({ from, under }: WebhookCertificate, request: WebhookRequest): string | undefined {
  const [text = ''] = readFirst(from, viewOf(request));
  const url = URL.canParse(text) ? new URL(text).href : '';
  return under.some((beginning) => url.startsWith(beginning)) ? url : undefined;
}
