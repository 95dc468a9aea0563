import { defineEntity, p } from '@mikro-orm/core';

/** A sign-in that waits for a second factor. It opens nothing. */
const WaitingSignInSchema = defineEntity({
  name: 'WaitingSignIn',
  tableName: 'waiting_sign_ins',
  properties: {
    /** SHA-256 of its token, in hex. */
    tokenHash: p.text().primary().hidden(),
    accountId: p.text().index(),
    /** How it began, as a session's. */
    method: p.text(),
    /** As a session's. */
    authenticatedAt: p.datetime().length(3).nullable(),
    /** How many second factors were wrong. */
    failures: p.integer(),
    createdAt: p.datetime().length(3),
  },
});

export class WaitingSignIn extends WaitingSignInSchema.class {}
WaitingSignInSchema.setClass(WaitingSignIn);
