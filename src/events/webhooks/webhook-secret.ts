import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;

/** Returns a secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(BYTES).toString('base64')}`;
}

export interface SignedMessage {
  id: string;
  /** Unix time in seconds. */
  timestampS: number;
  body: string;
}

/** Returns the header `webhook-signature`: one signature for each secret, separated by spaces. */
export function signatures({ id, timestampS, body }: SignedMessage, secrets: readonly string[]): string {
  return secrets
    .map((secret) => {
      const hmac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'));
      return `v1,${hmac.update(`${id}.${timestampS}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
