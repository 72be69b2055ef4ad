import type { ProviderWebhook } from '@svc/contracts';
import { readFirst, viewOf } from './read-values.js';
import type { WebhookRequest } from './webhook-request.js';

/** The first of the places that every webhook of the provider has, but this one has not. */
export const missingPlace = ({ requires = [] }: ProviderWebhook, request: WebhookRequest): string | undefined =>
  requires.find((place) => readFirst(place, viewOf(request)).length === 0);
