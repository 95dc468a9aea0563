import { defineEntity, p } from '@mikro-orm/core';

/** A challenge that a browser was asked to sign with a passkey, and hasn't responded to yet. */
const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    /** SHA-256 of the challenge, in hex. */
    challengeHash: p.text().primary(),
    purpose: p.text().$type<PasskeyPurpose>(),
    /** Who it was given to: a session's id, or the token hash of a sign-in that waits; null for a new sign-in. */
    recipient: p.text().nullable().index(),
    createdAt: p.datetime().length(3),
  },
});

/** `add`: add a passkey; `sign-in`: sign in with a passkey alone; `factor`: use one as the second factor. */
export type PasskeyPurpose = 'add' | 'sign-in' | 'factor';

export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
