import { isOAuth1Signed, oauth1Parameters } from './oauth1-signature.js';
import type { ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

/** Token-based authentication as NetSuite has it: every request is signed, with HMAC-SHA256 and the account as realm. */
export class TbaAccount implements Protocol {
  readonly routes: readonly Route[] = [];
  readonly consumer = { key: 'tba-consumer', secret: 'tba-consumer-secret' };
  readonly token = { id: 'tba-token', secret: 'tba-token-secret' };
  /** As the realm spells the account `1234567-sb1`. */
  readonly realm = '1234567_SB1';
  private readonly nonces = new Set<string>();

  identify(request: ReceivedRequest): string | undefined {
    const parameters = oauth1Parameters(request) ?? {};
    const isOurs =
      parameters['realm'] === this.realm &&
      parameters['oauth_consumer_key'] === this.consumer.key &&
      parameters['oauth_token'] === this.token.id &&
      parameters['oauth_signature_method'] === 'HMAC-SHA256';
    const nonce = parameters['oauth_nonce'];
    if (!isOurs || nonce === undefined || this.nonces.has(nonce)) return undefined;
    const secrets = { consumerSecret: this.consumer.secret, tokenSecret: this.token.secret };
    if (!isOAuth1Signed(request, secrets)) return undefined;
    this.nonces.add(nonce);
    return 'tba';
  }
}
