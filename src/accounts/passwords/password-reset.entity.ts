import { defineEntity, p } from '@mikro-orm/core';

/** The link by which somebody may set a new password: one for an account, the newest. */
const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    accountId: p.text().primary(),
    /** SHA-256 of the link's token, in hex: the table holds nothing that opens an account. */
    tokenHash: p.text().unique().hidden(),
    expiresAt: p.datetime().length(3),
  },
});

export class PasswordReset extends PasswordResetSchema.class {}
PasswordResetSchema.setClass(PasswordReset);
