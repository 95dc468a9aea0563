import { domainName } from '../../core/network/index.js';
import { getDomain } from 'tldts';
import { Problem } from '../../core/http/index.js';
import { recordName } from './domain-records.service.js';

/** Maximum length of a DNS name (RFC 1035 § 2.3.4). */
const MOST_CHARACTERS = 253;

/** People with addresses there have nothing in common but the provider. */
const MAIL_PROVIDERS = new Set([
  '163.com',
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'qq.com',
  'web.de',
  'yahoo.com',
  'yandex.ru',
  'ymail.com',
  'zoho.com',
]);

/**
 * Returns the domain as normalized by `domainName`.
 * @throws Problem invalid_parameter if it isn't a domain, or can't belong to a single organization
 */
export function claimableDomain(text: string): string {
  const name = domainName(text);
  if (name === undefined) throw refused('domain must be a domain, such as example.com');
  if (recordName(name).length > MOST_CHARACTERS)
    throw refused('domain is too long to have a record below it');
  const registered = getDomain(name, { allowPrivateDomains: true });
  if (registered === null) throw refused('domain must not be a public suffix, such as com or co.uk');
  if (MAIL_PROVIDERS.has(registered)) throw refused('domain must not be that of a shared mail provider');
  return name;
}

function refused(detail: string): Problem {
  return new Problem('invalid_parameter', { errors: [{ pointer: '/domain', detail: `${detail}.` }] });
}
