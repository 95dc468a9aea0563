import { defineEntity, p } from '@mikro-orm/core';

/** What a link is for: one that is for one thing does nothing else. */
export type LinkPurpose = 'password-reset' | 'sign-in';

/** A link that its owner may use once: of each purpose one for an account, the newest. */
const OneTimeLinkSchema = defineEntity({
  name: 'OneTimeLink',
  tableName: 'one_time_links',
  properties: {
    accountId: p.text().primary(),
    purpose: p.text().$type<LinkPurpose>().primary(),
    /** SHA-256 of the link's token, in hex: the table holds nothing that opens an account. */
    tokenHash: p.text().unique().hidden(),
    /** Whether it went to the account's address by mail: whoever uses it reads mail there. */
    isMailed: p.boolean().default(false),
    expiresAt: p.datetime().length(3),
  },
});

export class OneTimeLink extends OneTimeLinkSchema.class {}
OneTimeLinkSchema.setClass(OneTimeLink);
