import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { newId } from '../common/identifier.js';
import { Problem } from '../common/problems/problem.js';
import { type CreateAccountDto } from './create-account.dto.js';
import { Account } from './account.entity.js';
import { isCommonPassword } from './common-passwords.js';
import { PasswordHasher } from './password-hasher.service.js';

const FIRST_ACCOUNT_LOCK = 'accounts:first';

@Injectable()
export class AccountsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasher,
  ) {}

  /** The first account of an empty installation is its administrator. */
  async register({ full_name, email, password, organization }: CreateAccountDto): Promise<Account> {
    if (isCommonPassword(password)) {
      throw new Problem('invalid_parameter', {
        errors: [{ pointer: '/password', detail: 'Password is one of the most used ones. Choose another.' }],
      });
    }
    const passwordHash = await this.passwordHasher.hash(password);
    const now = new Date();
    try {
      return await this.entityManager.fork().transactional(async (em) => {
        await em.execute('select pg_advisory_xact_lock(hashtext(?))', [FIRST_ACCOUNT_LOCK]);
        const isFirst = (await em.count(Account)) === 0;
        return em.create(Account, {
          id: newId('acc'),
          fullName: full_name,
          email,
          emailKey: this.emailKey(email),
          organization: organization ?? null,
          passwordHash,
          role: isFirst ? 'admin' : 'member',
          status: 'active',
          createdAt: now,
          updatedAt: now,
        });
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new Problem('email_taken', { cause: error });
      throw error;
    }
  }

  /** What addresses are compared by: two that differ in case only are the same. */
  emailKey(email: string): string {
    return email.trim().toLowerCase();
  }

  /** The account whose address and password these are; it takes as long when the address has none. */
  async authenticate(email: string, password: string): Promise<Account | null> {
    const account = await this.entityManager.fork().findOne(Account, { emailKey: this.emailKey(email) });
    const fits = await this.passwordHasher.verify(password, account?.passwordHash);
    return fits ? account : null;
  }
}
