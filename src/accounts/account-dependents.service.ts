import { type EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Account } from './account.entity.js';

/** What a feature knows of accounts, and how it reacts to their changes, in the transaction of the change. For deletion, see `onAccountEnd`. */
export interface AccountDependent {
  /** Returns the organizations of each account, by its ID. */
  organizationsOf?(accountIds: string[]): Promise<Map<string, { id: string; name: string }[]>>;
  /** The account is created. */
  beginAccount?(em: EntityManager, account: Account, now: Date): void;
  /** The account was disabled or re-enabled. */
  changeStatus?(em: EntityManager, account: Account): Promise<void>;
  /** Previous sign-ins are no longer valid: the password changed, or the account was disabled or deleted. */
  endSessions?(em: EntityManager, accountId: string, exceptSessionId?: string): Promise<void>;
  /** The account now has a second factor: sessions without one must sign in again. */
  beginFactors?(em: EntityManager, accountId: string, exceptSessionId?: string): Promise<void>;
  /** A mailed link reset the password. Other credentials may belong to somebody who never had the address. */
  proveByMail?(em: EntityManager, accountId: string): Promise<void>;
}

/** Registry of the features that depend on accounts, so that accounts don't depend on them. */
@Injectable()
export class AccountDependentsService {
  private readonly dependents: AccountDependent[] = [];

  add(dependent: AccountDependent): void {
    this.dependents.push(dependent);
  }

  async organizationsOf(accountIds: string[]): Promise<Map<string, { id: string; name: string }[]>> {
    const known = await Promise.all(
      this.dependents.map(async (dependent) => [...((await dependent.organizationsOf?.(accountIds)) ?? [])]),
    );
    return new Map(known.flat());
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
}

/** Makes pending requests of these sessions fail: see `AccountsService.lockUnchanged`. */
function refuseWhatSessionsBegan(account: Account): void {
  account.updatedAt = new Date();
}
