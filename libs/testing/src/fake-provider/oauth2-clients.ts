import { randomUUID, type KeyObject } from 'node:crypto';
import { json, oauthError, type Answer } from './answer.js';
import { checkJwt } from './jwt.js';
import { basicOf, type ReceivedRequest } from './received-request.js';

/** An application that may ask for tokens. One without any proof is a public client. */
export interface OAuth2Client {
  readonly id: string;
  readonly secret?: string;
  /** Key of its client assertions (RFC 7523). */
  readonly publicKey?: KeyObject;
  /** SHA-256 fingerprint of its certificate (RFC 8705). */
  readonly certificate?: string;
  /** Where it may be sent back to; anywhere when absent. */
  readonly redirectUris?: readonly string[];
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Who may ask for tokens, and how they prove it (RFC 6749, section 2.3). */
export class OAuth2Clients {
  private readonly clients = new Map<string, OAuth2Client>();
  private readonly usedAssertions = new Set<string>();

  constructor(private readonly origin: () => string) {}

  add(client: OAuth2Client): OAuth2Client {
    this.clients.set(client.id, client);
    return client;
  }

  remove(id: string): void {
    this.clients.delete(id);
  }

  /** Registers a client at its own request (RFC 7591). */
  register({ fields }: ReceivedRequest): Answer {
    const redirectUris = fields['redirect_uris'];
    if (!Array.isArray(redirectUris) || redirectUris.length === 0) return oauthError(400, 'invalid_redirect_uri');
    const isPublic = fields['token_endpoint_auth_method'] === 'none';
    const client = this.add({
      id: `registered-${randomUUID()}`,
      ...(!isPublic && { secret: `secret-${randomUUID()}` }),
      redirectUris,
    });
    return json(201, {
      ...fields,
      client_id: client.id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      ...(client.secret !== undefined && { client_secret: client.secret, client_secret_expires_at: 0 }),
    });
  }

  /** The client of an authorization request. An address as its id is that of its metadata document. */
  async find(id: string): Promise<OAuth2Client | undefined> {
    return this.clients.get(id) ?? (/^https?:\/\//.test(id) ? await fromMetadata(id) : undefined);
  }

  /** The client of a token request, or the refusal. */
  async authenticate(request: ReceivedRequest): Promise<OAuth2Client | Answer> {
    const { fields } = request;
    const basic = basicOf(request);
    const id = basic
      ? decodeURIComponent(basic.username)
      : String(fields['client_id'] ?? this.assertedId(request) ?? '');
    const secret = basic ? decodeURIComponent(basic.password) : fields['client_secret'];
    const client = await this.find(id);
    if (client && this.isProven(client, secret, request)) return client;
    const challenge: Record<string, string> = basic ? { 'www-authenticate': 'Basic realm="token"' } : {};
    return json(401, { error: 'invalid_client', error_description: 'client authentication failed' }, challenge);
  }

  private isProven(client: OAuth2Client, secret: unknown, request: ReceivedRequest): boolean {
    if (client.publicKey) return this.isAsserted(client, client.publicKey, request);
    if (client.certificate !== undefined) return request.clientCertificate === client.certificate;
    // A public client that sends a secret was set up wrong.
    return client.secret === undefined ? secret === undefined || secret === '' : secret === client.secret;
  }

  private isAsserted(client: OAuth2Client, key: KeyObject, { fields, url }: ReceivedRequest): boolean {
    if (fields['client_assertion_type'] !== ASSERTION_TYPE) return false;
    const payload = checkJwt(String(fields['client_assertion']), key)?.payload;
    const audiences = [payload?.['aud']].flat();
    const isForUs = audiences.includes(this.origin()) || audiences.includes(`${url.origin}${url.pathname}`);
    const jti = payload?.['jti'];
    if (!payload || !isForUs || typeof jti !== 'string' || this.usedAssertions.has(jti)) return false;
    this.usedAssertions.add(jti);
    return payload['iss'] === client.id && payload['sub'] === client.id;
  }

  private assertedId({ fields }: ReceivedRequest): unknown {
    const [, body = ''] = String(fields['client_assertion'] ?? '').split('.');
    return body === '' ? undefined : JSON.parse(Buffer.from(body, 'base64url').toString('utf8')).sub;
  }
}

/** Reads a client-id metadata document (draft-ietf-oauth-client-id-metadata-document). */
async function fromMetadata(id: string): Promise<OAuth2Client | undefined> {
  const answer = await fetch(id, { redirect: 'error' }).catch(() => undefined);
  const document = answer?.ok ? ((await answer.json()) as Record<string, any>) : undefined;
  return document?.['client_id'] === id ? { id, redirectUris: document['redirect_uris'] ?? [] } : undefined;
}
