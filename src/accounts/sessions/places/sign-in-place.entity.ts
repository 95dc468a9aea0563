import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../../account.entity.js';

/** A network that an account was signed in to from. */
const SignInPlaceSchema = defineEntity({
  name: 'SignInPlace',
  tableName: 'sign_in_places',
  properties: {
    account: () => p.manyToOne(Account).deleteRule('cascade').primary(),
    /** The /24 network of an IPv4 address, or the /48 one of an IPv6 address. */
    network: p.text().primary(),
    lastSignInAt: p.datetime().length(3),
  },
});

export class SignInPlace extends SignInPlaceSchema.class {}
SignInPlaceSchema.setClass(SignInPlace);
