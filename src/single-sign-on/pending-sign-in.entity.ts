import { defineEntity, p } from '@mikro-orm/core';

/** A sign-in that has left for an identity provider and not come back yet. */
const PendingSignInSchema = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_ins',
  properties: {
    /** SHA-256 of what the browser's cookie holds, in hex. */
    tokenHash: p.text().primary(),
    /** The provider's `pendingId`. */
    providerId: p.text(),
    /** The path that it ends at. */
    next: p.text(),
    /** Whether the person has to prove anew who they are, however well the provider remembers them. */
    isAnew: p.boolean(),
    /** The session whose account gets connected; null for a sign-in. */
    sessionId: p.text().nullable(),
    createdAt: p.datetime().length(3),
  },
});

export class PendingSignIn extends PendingSignInSchema.class {}
PendingSignInSchema.setClass(PendingSignIn);
