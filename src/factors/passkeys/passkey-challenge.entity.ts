import { defineEntity, p } from '@mikro-orm/core';

/** What a browser has been asked to sign with a passkey, and has not answered yet. */
const PasskeyChallengeSchema = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  properties: {
    /** SHA-256 of the challenge, in hex. */
    challengeHash: p.text().primary(),
    purpose: p.text().$type<PasskeyPurpose>(),
    /** To whom it was given: the id of a session, or the hash of the token of a sign-in that waits; null for a sign-in. */
    recipient: p.text().nullable().index(),
    createdAt: p.datetime().length(3),
  },
});

/** `add`: a new passkey; `sign-in`: who somebody is; `factor`: a second factor. */
export type PasskeyPurpose = 'add' | 'sign-in' | 'factor';

export class PasskeyChallenge extends PasskeyChallengeSchema.class {}
PasskeyChallengeSchema.setClass(PasskeyChallenge);
