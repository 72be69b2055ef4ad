import { createHmac } from 'node:crypto';

/** A webhook before its provider signs it. */
export interface Draft {
  /** As the provider calls it. */
  readonly url: string;
  readonly body: string;
  /** Of signing. */
  readonly now: Date;
}

/** What a provider sends. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  /** Where it is not the draft's. */
  readonly body?: string;
}

/** A provider, as its public documentation describes its webhooks. */
export interface ProviderCase {
  readonly provider: string;
  /** Of the integration. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly connection?: {
    readonly config?: Readonly<Record<string, unknown>>;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
  /** The address names the connection. */
  readonly isNamed?: boolean;
  /** A body that no other call gives; empty for providers that send none. `null` is no body. */
  readonly body: (unique: string, connectionId: string) => unknown;
  readonly contentType?: string;
  readonly sign: (draft: Draft) => Sent;
  /** How a signature is spoilt; by changing the last header that `sign` gives, unless said otherwise. Null: nothing is signed. */
  readonly spoil?: ((sent: Sent) => Sent) | null;
  /** What proves freshness is signed too: an old one is refused. */
  readonly expires?: boolean;
  /** The provider names its events, so one that comes again is known. */
  readonly isNamedEvent: boolean;
  readonly eventType: string;
  /** What a request without the proof gets. */
  readonly unsigned?: number;
  /** Headers that go with every webhook. */
  readonly headers?: (unique: string, connectionId: string) => Readonly<Record<string, string>>;
  /** What a body that is no JSON gets, signed. */
  readonly malformed?: number;
}

/** As the documentation of providers writes it. */
export const hmac = (
  algorithm: 'sha1' | 'sha256',
  secret: string | Buffer,
  content: string,
  encoding: 'hex' | 'base64',
): string => createHmac(algorithm, secret).update(content).digest(encoding);

/** Unix time. */
export const seconds = (date: Date): string => String(Math.floor(date.getTime() / 1000));

/** https://www.standardwebhooks.com, with the names of its headers. */
export const standardWebhook =
  (name: string, secret: string) =>
  ({ body, now }: Draft): Sent => {
    const id = `msg_${body.length}_${hmac('sha1', 'id', body, 'hex')}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = hmac('sha256', key, `${id}.${seconds(now)}.${body}`, 'base64');
    return {
      headers: {
        [`${name}-id`]: id,
        [`${name}-timestamp`]: seconds(now),
        [`${name}-signature`]: `v1,${Buffer.from('other').toString('base64')} v1,${signature}`,
      },
    };
  };
