import { domainToUnicode } from 'node:url';
import type { EntityManager } from '@mikro-orm/postgresql';
import { withAsciiDomain } from '../core/network/index.js';
import { Account } from './account.entity.js';

/**
 * Returns the form in which email addresses are compared: in lower case and composed (NFC), with the domain in ASCII
 * (IDNA). Two addresses with the same form are one mailbox.
 */
export function emailKey(email: string): string {
  return withAsciiDomain(spelledKey(email));
}

/** Returns whether two addresses are one mailbox. */
export function isSameMailbox(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other);
}

/**
 * Returns the keys under which an account with the address may be stored, the best one first. Until domains were
 * compared in ASCII, each spelling had a key and an account of its own. One that isn't the only account of its mailbox
 * still has that key.
 */
export function emailKeys(email: string): string[] {
  const key = emailKey(email);
  const domain = key.lastIndexOf('@') + 1;
  return [...new Set([spelledKey(email), key, key.slice(0, domain) + domainToUnicode(key.slice(domain))])];
}

/** Returns the account with an email address, however it is spelled, or null. */
export async function accountOfEmail(em: EntityManager, email: string): Promise<Account | null> {
  const keys = emailKeys(email);
  const accounts = await em.find(Account, { emailKey: { $in: keys }, deletedAt: null });
  return accounts.sort((a, b) => keys.indexOf(a.emailKey) - keys.indexOf(b.emailKey)).at(0) ?? null;
}

function spelledKey(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
