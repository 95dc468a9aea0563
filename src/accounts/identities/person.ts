import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { IsEmailAddress, IsName } from '../../http/text.validators.js';
import { Problem } from '../../http/problems/problem.js';
import type { IdentityClaims } from './identity-claims.types.js';

/** Whom a new account is of. */
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
 * What an issuer says goes by the rules for what people say of themselves; a name that does not gives way to the address.
 * @throws Problem forbidden where there is no address to use
 */
export function personOf({ email, fullName = '' }: IdentityClaims): Person {
  const person = plainToInstance(ClaimedPerson, { full_name: fullName, email });
  const wrong = validateSync(person).map(({ property }) => property);
  if (wrong.includes('email'))
    throw new Problem('forbidden', { detail: 'The identity provider gives no usable email address.' });
  const name = wrong.includes('full_name') ? [...person.email].slice(0, 100).join('') : person.full_name;
  return { full_name: name, email: person.email };
}
