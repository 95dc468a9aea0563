import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { secretVersion } from './secret-hasher.service.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SealKey {
  version: string;
  key: Buffer;
}

/**
 * Encrypts secrets that the service has to read back (AES-256-GCM), with keys derived from the key secrets (HKDF, RFC
 * 5869). Without those, the database holds nothing that authenticates.
 */
export class SecretSealerService {
  private readonly present: SealKey;
  private readonly keys: SealKey[];

  /** @param previousSecret secret under which texts may still be sealed */
  constructor(keySecret: string, previousSecret?: string) {
    this.present = keyOf(keySecret);
    this.keys = [this.present, ...(previousSecret === undefined ? [] : [keyOf(previousSecret)])];
  }

  get previousVersion(): string | undefined {
    return this.keys.at(1)?.version;
  }

  /** Returns `<version of the key>.<nonce, tag and ciphertext in base64url>`. */
  seal(text: string): string {
    const { version, key } = this.present;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
  }

  /** @throws Error if the text was sealed under another secret, or altered */
  open(sealed: string): string {
    const [version, content] = sealed.split('.');
    const found = this.keys.find((key) => key.version === version);
    if (!found) throw new Error(`The text is sealed under the key secret ${version}, which is not given.`);
    const bytes = Buffer.from(content, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, found.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  }
}

function keyOf(secret: string): SealKey {
  return {
    version: secretVersion(secret),
    key: Buffer.from(hkdfSync('sha256', secret, '', 'sealed-text', KEY_BYTES)),
  };
}
