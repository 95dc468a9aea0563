import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { IsEmailAddress, IsName, Problem } from '../../core/http/index.js';
import type { IdentityClaims } from './identity-claims.types.js';

/** The person a new account is created for. */
export interface Person {
  full_name: string;
  email: string;
  organization?: string;
}

class ClaimedPerson implements Person {
  @IsName()
  full_name!: string;

  @IsEmailAddress()
  email!: string;
}

/**
 * Validates an issuer's claims by the same rules as people's own input. An invalid name is replaced by the email
 * address.
 * @throws Problem forbidden if there is no usable address
 */
export function personOf({ email, fullName = '' }: IdentityClaims): Person {
  const person = plainToInstance(ClaimedPerson, { full_name: fullName, email });
  const wrong = validateSync(person).map(({ property }) => property);
  if (wrong.includes('email'))
    throw new Problem('forbidden', { detail: 'The identity provider gives no usable email address.' });
  const name = wrong.includes('full_name') ? [...person.email].slice(0, 100).join('') : person.full_name;
  return { full_name: name, email: person.email };
}
