import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from './account.entity.js';

/** What a feature that hangs on accounts does about their fate, in the transaction of the change itself. */
export interface AccountDependent {
  /** The account is created. */
  beginAccount?(em: EntityManager, account: Account, now: Date): void;
  /** The account was disabled, or enabled again. */
  changeStatus?(em: EntityManager, account: Account): Promise<void>;
  /** Who signed in before no longer may: the password changed, or the account was disabled or deleted. */
  endSessions?(em: EntityManager, accountId: string, exceptSessionId?: string): Promise<void>;
  /** The account has a second factor from now on: whoever signed in without it has to sign in again. */
  beginFactors?(em: EntityManager, accountId: string, exceptSessionId?: string): Promise<void>;
  /** A link that went by mail set its password: what signed in before may be that of somebody who never had the address. */
  proveByMail?(em: EntityManager, accountId: string): Promise<void>;
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

  beginAccount(em: EntityManager, account: Account, now: Date): void {
    for (const dependent of this.dependents) dependent.beginAccount?.(em, account, now);
  }

  async changeStatus(em: EntityManager, account: Account): Promise<void> {
    for (const dependent of this.dependents) await dependent.changeStatus?.(em, account);
  }

  async endSessions(em: EntityManager, account: Account, exceptSessionId?: string): Promise<void> {
    refuseWhatSessionsBegan(account);
    for (const dependent of this.dependents) await dependent.endSessions?.(em, account.id, exceptSessionId);
  }

  async beginFactors(em: EntityManager, account: Account, exceptSessionId?: string): Promise<void> {
    refuseWhatSessionsBegan(account);
    for (const dependent of this.dependents) await dependent.beginFactors?.(em, account.id, exceptSessionId);
  }

  async proveByMail(em: EntityManager, accountId: string): Promise<void> {
    for (const dependent of this.dependents) await dependent.proveByMail?.(em, accountId);
  }

  async endAccount(em: EntityManager, account: Account, now: Date): Promise<void> {
    await this.endSessions(em, account);
    for (const dependent of this.dependents) await dependent.endAccount?.(em, account.id, now);
  }
}

/** Requests of theirs that go on find that the account is no longer as they knew it: see `AccountsService.lockUnchanged`. */
function refuseWhatSessionsBegan(account: Account): void {
  account.updatedAt = new Date();
}
