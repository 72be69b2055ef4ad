import { createTestCertificate } from '@svc/testing';
import { SignJWT } from 'jose';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DEFINITIONS = path.join(import.meta.dirname, '../../../../../libs/providers/definitions');

const google = generateKeyPairSync('rsa', { modulusLength: 2048 });
const paypal = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** By which the PayPal of the tests signs. */
export const paypalKey: KeyObject = paypal.privateKey;

interface GoogleToken {
  readonly audience: string;
  readonly issuedAt?: Date;
  readonly issuer?: string;
  readonly key?: KeyObject;
}

/** What goes with Google's push messages; it holds for five minutes. */
export const googleToken = async ({
  audience,
  issuedAt = new Date(),
  issuer = 'https://accounts.google.com',
  key = google.privateKey,
}: GoogleToken): Promise<string> =>
  await new SignJWT({ email: 'push@acme.test' })
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(new Date(issuedAt.getTime() + 300_000))
    .sign(key);

/**
 * A server that stands where providers publish their keys, and a folder of definitions which are the gateway's own except that
 * they name this server.
 */
export class ProviderHosts {
  private constructor(
    private readonly server: Server,
    readonly url: string,
    /** For `PROVIDERS_DIR`. */
    readonly folder: string,
    /** Paths that were asked for. */
    readonly asked: readonly string[],
  ) {}

  static async start(): Promise<ProviderHosts> {
    const answers = new Map([
      ['/google/certs', JSON.stringify({ keys: [{ ...google.publicKey.export({ format: 'jwk' }), kid: 'key-1' }] })],
      ['/paypal/certificate', createTestCertificate('messageverificationcerts.paypal.com', paypal).certificate],
    ]);
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answer = answers.get(request.url ?? '');
      response.writeHead(answer === undefined ? 404 : 200).end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const folder = await mkdtemp(path.join(tmpdir(), 'providers-'));
    await redirect(folder, 'communication/google-mail.yaml', 'https://www.googleapis.com/oauth2/v3', `${url}/google`);
    await redirect(folder, 'payment/paypal.yaml', 'https://api.paypal.com/\n', `${url}/paypal/\n`);
    return new ProviderHosts(server, url, folder, asked);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await rm(this.folder, { recursive: true });
  }
}

async function redirect(folder: string, file: string, from: string, to: string): Promise<void> {
  const definition = await readFile(path.join(DEFINITIONS, file), 'utf8');
  if (!definition.includes(from)) throw new Error(`${file} does not name ${from} any more.`);
  await writeFile(path.join(folder, path.basename(file)), definition.replace(from, to));
}
