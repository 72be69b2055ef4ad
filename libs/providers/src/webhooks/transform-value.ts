import type { WebhookTransform } from '@svc/contracts';
import { emailHash } from './email-hash.js';

/** What is made of a value; undefined where nothing can be. */
export function transformValue(value: string, transform: WebhookTransform): string | undefined {
  switch (transform) {
    case 'email_hash':
      return emailHash(value);
    case 'origin':
      return URL.canParse(value) ? new URL(value).origin : undefined;
    case 'first_label':
      return value.replace(/^https?:\/\//, '').split(/[./]/, 1)[0];
    case 'last_segment':
      return value.slice(value.lastIndexOf('/') + 1);
    case 'calendar_id':
      return calendarId(value);
    case 'calendar_email_hash': {
      const id = calendarId(value);
      return id === undefined ? undefined : emailHash(id);
    }
  }
}

/** `https://www.googleapis.com/calendar/v3/calendars/<id>/events?alt=json` */
function calendarId(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const parts = new URL(address).pathname.split('/');
  const id = parts[parts.indexOf('calendars') + 1];
  if (!parts.includes('calendars') || !id) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return undefined;
  }
}
