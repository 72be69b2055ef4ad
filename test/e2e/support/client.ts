import { Svc } from '@svc/client';
import type { Gateway } from '@svc/testing';

/** A client with the development key of a gateway. */
export const clientOf = ({ apiUrl, secretKey }: Gateway): Svc => new Svc({ apiKey: secretKey, host: apiUrl });
