import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;

/**
 * Encrypts secrets at rest: AES-256-GCM, with the id of the key beside each ciphertext so that keys can rotate.
 * Sealed form: `<key id>.<base64url of nonce, ciphertext and tag>`. The purpose is authenticated, so a ciphertext that is
 * moved to another column or row kind does not open.
 */
export class SecretBox {
  private readonly keys = new Map<string, Buffer>();
  private readonly currentId: string;
  /** What every text begins with that the current key sealed, and no other. */
  readonly currentPrefix: string;

  /** @param keys base64 of 32 bytes each; the first one encrypts, all decrypt. */
  constructor(keys: readonly [string, ...string[]]) {
    for (const encoded of keys) {
      const key = Buffer.from(encoded, 'base64');
      if (key.length !== KEY_BYTES) throw new Error('An encryption key must be base64 of 32 bytes.');
      this.keys.set(keyIdOf(key), key);
    }
    this.currentId = keyIdOf(Buffer.from(keys[0], 'base64'));
    this.currentPrefix = `${this.currentId}.`;
  }

  /** Whether there are keys that only open. */
  get hasOldKeys(): boolean {
    return this.keys.size > 1;
  }

  seal(plaintext: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keyOf(this.currentId), nonce);
    cipher.setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.currentPrefix}${sealed.toString('base64url')}`;
  }

  open(sealed: string, purpose: string): string {
    const [keyId = '', encoded = ''] = sealed.split('.', 2);
    const bytes = Buffer.from(encoded, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, this.keyOf(keyId), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8');
  }

  private keyOf(keyId: string): Buffer {
    const key = this.keys.get(keyId);
    if (!key) throw new Error(`No encryption key with id ${keyId}: add it to ENCRYPTION_KEYS_OLD.`);
    return key;
  }
}

const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, KEY_ID_LENGTH);
