import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../../account.entity.js';
import { DAY_MS } from '../../../core/time/index.js';

/** How long a place is remembered after the last sign-in from it. */
export const REMEMBERED_MS = 365 * DAY_MS;

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
