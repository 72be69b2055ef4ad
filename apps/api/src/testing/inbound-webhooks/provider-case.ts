import { createHmac } from 'node:crypto';

/** A webhook before its provider signs it. */
export interface Draft {
  /** As the provider calls it. */
  readonly url: string;
  readonly body: string;
  /** Of signing. */
  readonly now: Date;
  /** Where {@link ProviderHosts} listens. */
  readonly hosts: string;
}

/** What a provider sends. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  /** Where it is not the draft's. */
  readonly body?: string;
  readonly query?: Readonly<Record<string, string>>;
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
  /** A body that no other call gives; `null` for providers that send none. */
  readonly body: (unique: string, connectionId: string) => unknown;
  readonly contentType?: string;
  /** Parameters of the address, beside the connection's. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers that go with every webhook. */
  readonly headers?: (unique: string, connectionId: string) => Readonly<Record<string, string>>;
  /** Null where nothing is signed. */
  readonly sign: ((draft: Draft) => Sent | Promise<Sent>) | null;
  /** How a signature is spoilt; by changing the last header that `sign` gives, unless said otherwise. */
  readonly spoil?: (sent: Sent) => Sent;
  /** What proves freshness is signed too: an old one is refused. */
  readonly expires?: boolean;
  /**
   * What becomes of one that comes again: `known`, because the provider names its events; `ping`, which is known for as long as it
   * waits, because its provider tells every change in the same words.
   */
  readonly again: 'known' | 'ping';
  readonly eventType: string;
  /** What no webhook of the provider looks like; half a JSON body, correctly signed, unless said otherwise. */
  readonly malformed?: Malformed;
}

/** What is wrong with a request that is signed all the same. */
export interface Malformed {
  readonly body?: string;
  readonly contentType?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Instead of those that go with every webhook. */
  readonly headers?: Readonly<Record<string, string>>;
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
