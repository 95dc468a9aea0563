import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../account.entity.js';
import { SealedText } from '../../core/secrets/index.js';

/** `totp`: an authenticator app with time-based one-time passwords (RFC 6238). `passkey`: a public key (WebAuthn). */
export const FACTOR_TYPES = ['totp', 'passkey'] as const;
export type FactorType = (typeof FACTOR_TYPES)[number];

const FactorSchema = defineEntity({
  name: 'Factor',
  tableName: 'factors',
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    type: p.text().$type<FactorType>(),
    name: p.text(),
    /** The authenticator app's key, in base 32; null for a passkey. */
    secret: p.type(SealedText).nullable().hidden(),
    /** The time step (RFC 6238) of the last accepted code: neither it nor an earlier one is accepted again. */
    lastStep: p.integer().nullable(),
    /** The passkey's id from its authenticator, in base64url. */
    credentialId: p.text().nullable().unique(),
    /** The passkey's public key (COSE), in base64url. */
    publicKey: p.text().nullable(),
    /** The passkey's signature counter; 0 if its authenticator doesn't count. */
    signatureCount: p.bigint('number').nullable(),
    /** How browsers reach the passkey. */
    transports: p.array().nullable(),
    /**
     * Whether the passkey is a second factor only: whoever added it may not be the person who has proved the address
     * since.
     */
    isSecondOnly: p.boolean().default(false),
    createdAt: p.datetime().length(3),
    /** Null until the first code is confirmed; until then it doesn't count as a factor. */
    confirmedAt: p.datetime().length(3).nullable(),
    lastUsedAt: p.datetime().length(3).nullable(),
  },
});

export class Factor extends FactorSchema.class {}
FactorSchema.setClass(Factor);

/** Selects the confirmed factors of an account. */
export const confirmedOf = (accountId: string) => ({ account: accountId, confirmedAt: { $ne: null } });
