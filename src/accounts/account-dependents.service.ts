import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/** What a feature that hangs on accounts does about their fate, in the transaction of the change itself. */
export interface AccountDependent {
  /** Who signed in before no longer may: the password changed, or the account was disabled or deleted. */
  endSessions?(em: EntityManager, accountId: string, exceptSessionId?: string): Promise<void>;
  /** The account is deleted: what it owns ends with it. */
  endAccount?(em: EntityManager, accountId: string, now: Date): Promise<void>;
}

/** Knows the features that hang on accounts, and which accounts therefore need not know. */
@Injectable()
export class AccountDependentsService {
  private readonly dependents: AccountDependent[] = [];

  add(dependent: AccountDependent): void {
    this.dependents.push(dependent);
  }

  async endSessions(em: EntityManager, accountId: string, exceptSessionId?: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.endSessions?.(em, accountId, exceptSessionId);
  }

  async endAccount(em: EntityManager, accountId: string, now: Date): Promise<void> {
    await this.endSessions(em, accountId);
    for (const dependent of this.dependents) await dependent.endAccount?.(em, accountId, now);
  }
}
