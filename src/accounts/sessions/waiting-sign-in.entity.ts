import { defineEntity, p } from '@mikro-orm/core';

/** A sign-in that waits for a second factor. It gives no access. */
const WaitingSignInSchema = defineEntity({
  name: 'WaitingSignIn',
  tableName: 'waiting_sign_ins',
  properties: {
    /** SHA-256 of its token, in hex. */
    tokenHash: p.text().primary().hidden(),
    accountId: p.text().index(),
    /** How it began, as in a session. */
    method: p.text(),
    /** As in a session. */
    authenticatedAt: p.datetime().length(3).nullable(),
    /** The number of wrong second factors. */
    failures: p.integer(),
    createdAt: p.datetime().length(3),
  },
});

export class WaitingSignIn extends WaitingSignInSchema.class {}
WaitingSignInSchema.setClass(WaitingSignIn);
