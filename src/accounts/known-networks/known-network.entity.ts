import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../account.entity.js';

/** A network from which an account's owner signed in, so that guesses from elsewhere don't make the owner wait there. */
const KnownNetworkSchema = defineEntity({
  name: 'KnownNetwork',
  tableName: 'known_networks',
  properties: {
    /** The keyed hash of the account and the network. */
    hash: p.text().primary(),
    /** Two accounts of one mailbox have the same hash. */
    account: () => p.manyToOne(Account).primary().deleteRule('cascade').index(),
    usedAt: p.datetime().length(3),
  },
});

export class KnownNetwork extends KnownNetworkSchema.class {}
KnownNetworkSchema.setClass(KnownNetwork);
