import { createHash } from 'node:crypto';
import type { ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** A user who signs in with a digest of the password (OASIS WSS UsernameToken profile 1.1, in an `X-WSSE` header). */
export class WsseAccount implements Protocol {
  readonly routes: readonly Route[] = [];
  readonly username = 'wsse-user';
  password = 'wsse-password';
  /** How old a token may be. */
  lifeMs = 300_000;

  identify({ headers }: ReceivedRequest): string | undefined {
    const header = [headers['x-wsse']].flat()[0] ?? '';
    const token = Object.fromEntries(
      [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const { Username, PasswordDigest, Nonce = '', Created = '' } = token;
    const ageMs = Date.now() - Date.parse(Created);
    const isFresh = ageMs < this.lifeMs && ageMs > -this.lifeMs;
    if (!header.startsWith('UsernameToken ') || Username !== this.username || !isFresh) return undefined;
    return this.digests(Nonce, Created).includes(PasswordDigest ?? '') ? 'wsse' : undefined;
  }

  /** As the profile has it, and as Emarsys documents it: nonce as it is sent, the digest as hex inside the base64. */
  private digests(nonce: string, created: string): readonly string[] {
    const rest = created + this.password;
    const profile = createHash('sha1').update(Buffer.from(nonce, 'base64')).update(rest).digest('base64');
    const hex = createHash('sha1').update(`${nonce}${rest}`).digest('hex');
    return [profile, Buffer.from(hex).toString('base64')];
  }
}
