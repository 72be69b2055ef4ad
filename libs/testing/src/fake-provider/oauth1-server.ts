import { randomBytes, type KeyObject } from 'node:crypto';
import { form, redirect, text, type Answer } from './answer.js';
import type { Consent } from './consent.js';
import { isOAuth1Signed, oauth1Parameters, type OAuth1Method } from './oauth1-signature.js';
import type { ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

interface Token {
  readonly secret: string;
  readonly callback: string;
  readonly issuedAt: number;
  verifier?: string;
}

const MAX_CLOCK_SKEW_S = 300;
const random = (): string => randomBytes(12).toString('hex');
const refusal = (reason: string, status = 401): Answer => text(status, `oauth_problem=${reason}`);

/** OAuth 1.0a: `/oauth1/request_token`, `/oauth1/authorize`, `/oauth1/access_token` (RFC 5849). */
export class OAuth1Server implements Protocol {
  readonly consumer = { key: 'consumer-key', secret: 'c0nsumer&secret' };
  /** Signatures are accepted by this method only. */
  method: OAuth1Method = 'HMAC-SHA1';
  /** For RSA-SHA1. */
  publicKey: KeyObject | undefined;
  /** Zero: every verifier is too old. */
  verifierLifeMs = 60_000;
  /** Beside the tokens in the answer. */
  tokenExtras: Readonly<Record<string, string>> = {};
  private readonly requestTokens = new Map<string, Token>();
  private readonly accessTokens = new Map<string, string>();
  private readonly nonces = new Set<string>();

  readonly routes: readonly Route[] = [
    { method: '*', path: '/oauth1/request_token', handle: (request) => this.requestToken(request) },
    { method: 'GET', path: '/oauth1/authorize', handle: ({ query }) => this.authorize(query['oauth_token'] ?? '') },
    { method: '*', path: '/oauth1/access_token', handle: (request) => this.accessToken(request) },
  ];

  constructor(private readonly consent: Consent) {}

  identify(request: ReceivedRequest): string | undefined {
    const secret = this.accessTokens.get(oauth1Parameters(request)?.['oauth_token'] ?? '');
    return secret !== undefined && !this.problemOf(request, secret) ? 'oauth1' : undefined;
  }

  /** Ends all authorizations. */
  revokeAll(): void {
    this.accessTokens.clear();
  }

  private requestToken(request: ReceivedRequest): Answer {
    const problem = this.problemOf(request);
    if (problem !== undefined) return refusal(problem);
    const callback = oauth1Parameters(request)?.['oauth_callback'];
    if (callback === undefined) return refusal('parameter_absent', 400);
    const [token, secret] = [`request-${random()}`, random()];
    this.requestTokens.set(token, { secret, callback, issuedAt: Date.now() });
    return form(200, { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' });
  }

  private authorize(name: string): Answer {
    const token = this.requestTokens.get(name);
    if (!token) return text(400, 'This request token is not known.');
    return this.consent.ask(this.consumer.key, {
      allow: () => {
        token.verifier = random();
        return redirect(token.callback, { oauth_token: name, oauth_verifier: token.verifier });
      },
      // RFC 5849 leaves this open; Twitter, Trello and Flickr do it so.
      deny: () => redirect(token.callback, { denied: name }),
    });
  }

  private accessToken(request: ReceivedRequest): Answer {
    const parameters = oauth1Parameters(request);
    const name = parameters?.['oauth_token'] ?? '';
    const token = this.requestTokens.get(name);
    const problem = this.problemOf(request, token?.secret);
    if (problem !== undefined) return refusal(problem);
    const isVerified = token?.verifier !== undefined && token.verifier === parameters?.['oauth_verifier'];
    if (!isVerified || Date.now() - token.issuedAt >= this.verifierLifeMs) return refusal('token_rejected');
    this.requestTokens.delete(name);
    const [access, secret] = [`access-${random()}`, random()];
    this.accessTokens.set(access, secret);
    return form(200, { oauth_token: access, oauth_token_secret: secret, ...this.tokenExtras });
  }

  private problemOf(request: ReceivedRequest, tokenSecret?: string): string | undefined {
    const parameters = oauth1Parameters(request) ?? {};
    if (parameters['oauth_consumer_key'] !== this.consumer.key) return 'consumer_key_unknown';
    if (parameters['oauth_signature_method'] !== this.method) return 'signature_method_rejected';
    const secrets = { consumerSecret: this.consumer.secret, ...(tokenSecret !== undefined && { tokenSecret }) };
    const withKey = { ...secrets, ...(this.publicKey && { publicKey: this.publicKey }) };
    if (!isOAuth1Signed(request, withKey)) return 'signature_invalid';
    return this.method === 'PLAINTEXT' ? undefined : this.freshnessProblem(parameters);
  }

  private freshnessProblem({ oauth_timestamp, oauth_nonce }: Readonly<Record<string, string>>): string | undefined {
    if (Math.abs(Number(oauth_timestamp) - Date.now() / 1000) > MAX_CLOCK_SKEW_S) return 'timestamp_refused';
    const nonce = `${oauth_timestamp} ${oauth_nonce}`;
    if (this.nonces.has(nonce)) return 'nonce_used';
    this.nonces.add(nonce);
    return undefined;
  }
}
