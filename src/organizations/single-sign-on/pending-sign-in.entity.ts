import { defineEntity, p } from '@mikro-orm/core';

/** A sign-in that was sent to an identity provider and hasn't come back yet. */
const PendingSignInSchema = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_ins',
  properties: {
    /** SHA-256 of the token in the browser's cookie, in hex. */
    tokenHash: p.text().primary(),
    /** The provider's `pendingId`. */
    providerId: p.text(),
    /** The path to go to afterwards. */
    next: p.text(),
    /** Whether the person must authenticate again, even if the provider remembers them. */
    isAnew: p.boolean(),
    /** The session whose account gets connected; null for a sign-in. */
    sessionId: p.text().nullable(),
    createdAt: p.datetime().length(3),
  },
});

export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);
