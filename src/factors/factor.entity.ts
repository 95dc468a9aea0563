import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../accounts/account.entity.js';
import { SealedText } from '../common/secrets/sealed-text.type.js';
import type { FactorType } from './factor.types.js';

const FactorSchema = defineEntity({
  name: 'Factor',
  tableName: 'factors',
  properties: {
    id: p.text().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index(),
    type: p.text().$type<FactorType>(),
    name: p.text(),
    /** The key that the authenticator app has, in base 32; null for a passkey. */
    secret: p.type(SealedText).nullable().hidden(),
    /** The time step (RFC 6238) of the last code that was taken: neither it nor an earlier one is taken again. */
    lastStep: p.integer().nullable(),
    /** Of a passkey, as its authenticator calls it, in base64url. */
    credentialId: p.text().nullable().unique(),
    /** The passkey's public key (COSE), in base64url. */
    publicKey: p.text().nullable(),
    /** How often the passkey signed, where its authenticator counts; otherwise 0. */
    signatureCount: p.bigint('number').nullable(),
    /** How browsers reach the passkey. */
    transports: p.array().nullable(),
    /** Whether the passkey only follows a password: whoever added it need not be who has proved the address since. */
    isSecondOnly: p.boolean().default(false),
    createdAt: p.datetime().length(3),
    /** Null until its first code: until then it is none. */
    confirmedAt: p.datetime().length(3).nullable(),
    lastUsedAt: p.datetime().length(3).nullable(),
  },
});

export class Factor extends FactorSchema.class {}
FactorSchema.setClass(Factor);

/** The factors of an account that count. */
export const confirmedOf = (accountId: string) => ({ account: accountId, confirmedAt: { $ne: null } });
