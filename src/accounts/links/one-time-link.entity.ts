import { defineEntity, p } from '@mikro-orm/core';

/** What a link is for. It can't be used for anything else. */
export type LinkPurpose = 'password-reset' | 'sign-in' | 'email-verification';

/** A link that the account's owner can use once. */
const OneTimeLinkSchema = defineEntity({
  name: 'OneTimeLink',
  tableName: 'one_time_links',
  properties: {
    /** SHA-256 of the link's token, in hex: the table holds nothing that opens an account. */
    tokenHash: p.text().primary().hidden(),
    accountId: p.text().index(),
    purpose: p.text().$type<LinkPurpose>(),
    /** The address it was mailed to: whoever uses it reads mail there. Null if somebody handed it out. */
    email: p.text().nullable(),
    expiresAt: p.datetime().length(3),
  },
});

export class OneTimeLink extends OneTimeLinkSchema.class {}
OneTimeLinkSchema.setClass(OneTimeLink);
