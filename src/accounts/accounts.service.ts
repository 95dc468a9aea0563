import {
  EntityManager,
  type FilterQuery,
  LockMode,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../core/audit/index.js';
import { type Actor, type Page, Problem, readPage, requireFreshSignIn } from '../core/http/index.js';
import { announceChange, containing } from '../core/database/index.js';
import { FeatureHooks } from '../core/features/index.js';
import { MailsService } from '../core/mail/index.js';
import { AccountDependentsService } from './account-dependents.service.js';
import {
  type AccountPageQueryDto,
  type UpdateAccountDto,
  type ListedAccountDto,
  toAccountDto,
} from './account.dto.js';
import { Account } from './account.entity.js';
import { EmailVerificationsService } from './email/email-verifications.service.js';
import { accountOfEmail, emailKey, isSameMailbox } from './email-key.js';
import { endLinks } from './links/end-links.js';
import { lockAccount, lockAccountToLose, throwMissing } from './locked-accounts.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { passwordHashOf, setPassword } from './passwords/password-identity.js';

/** The conflict's detail when another request has changed the account. */
export const ACCOUNT_CHANGED = 'Your account changed a moment ago. Try again.';

/** Reads, updates and deletes registered accounts. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasherService,
    private readonly dependents: AccountDependentsService,
    private readonly hooks: FeatureHooks,
    private readonly verifications: EmailVerificationsService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
  ) {}

  async list({ query, status, ...page }: AccountPageQueryDto): Promise<Page<ListedAccountDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Account,
        {
          $and: [
            {
              deletedAt: null,
              ...(status && { status }),
              ...(before !== undefined && { id: { $lt: before } }),
            },
            query === undefined ? {} : matching(query),
          ],
        },
        { orderBy: { id: 'desc' }, limit },
      );
    const { data, next_cursor } = await readPage(page, 'acc', find, toAccountDto);
    const organizations = await this.dependents.organizationsOf(data.map(({ id }) => id));
    return {
      data: data.map((account) => ({ ...account, organizations: organizations.get(account.id) ?? [] })),
      next_cursor,
    };
  }

  /** @throws Problem not_found for another account's id, unless the viewer is an administrator */
  async get(viewer: Account, accountId: string): Promise<Account> {
    if (viewer.role !== 'admin' && viewer.id !== accountId) throwMissing(accountId);
    const account = await this.entityManager.findOne(Account, { id: accountId, deletedAt: null });
    return account ?? throwMissing(accountId);
  }

  /** Returns an account that another row refers to, and which therefore exists, if only as a deleted one. */
  known(accountId: string): Promise<Account> {
    return this.entityManager.findOneOrFail(Account, accountId);
  }

  /** Locks an account until the caller's transaction ends. Returns null if it was deleted. */
  lock(accountId: string, lockMode: LockMode = LockMode.PESSIMISTIC_WRITE): Promise<Account | null> {
    return this.entityManager.findOne(
      Account,
      { id: accountId, deletedAt: null },
      { lockMode, refresh: true },
    );
  }

  /**
   * Locks an account that was loaded earlier, so that nothing is created through a session that has ended since: ending
   * sessions, as a new password does, updates the account.
   * @throws Problem conflict if the account was changed or deleted
   */
  async lockUnchanged({ id, updatedAt }: Account): Promise<Account> {
    // `lock` refreshes this very entity, so the timestamp is read first.
    const before = updatedAt.getTime();
    const account = await this.lock(id);
    if (account?.updatedAt.getTime() !== before) throw new Problem('conflict', { detail: ACCOUNT_CHANGED });
    return account;
  }

  /** Returns the account with an email address, however it is spelled, or null. */
  findByEmail(email: string): Promise<Account | null> {
    return accountOfEmail(this.entityManager, email);
  }

  /** Returns the accounts whose mailbox another account has under another spelling, each with that account. */
  async duplicates(): Promise<{ account: Account; other: Account }[]> {
    const spelled = await this.entityManager.find(Account, {
      emailKey: { $re: '[^[:ascii:]]' },
      deletedAt: null,
    });
    const keys = spelled.map(({ email }) => emailKey(email));
    const others = await this.entityManager.find(Account, { emailKey: { $in: keys }, deletedAt: null });
    return spelled.flatMap((account, i) => {
      const other = others.find((one) => one.emailKey === keys[i] && one !== account);
      return other ? [{ account, other }] : [];
    });
  }

  /**
   * A new email address requires a fresh sign-in, since reset links go there. If the service sends mail, an address
   * that the owner enters takes effect once it is verified.
   * @throws Problem fresh_sign_in_required, email_taken, too_many_attempts, not_found, and conflict for the last
   * administrator
   */
  async update(accountId: string, changes: UpdateAccountDto, actor: Actor): Promise<Account> {
    try {
      return await this.entityManager.transactional(async (em) => {
        const mayLose = changes.role === 'member' || changes.status === 'disabled';
        const account = mayLose
          ? await lockAccountToLose(em, accountId, actor)
          : await lockAccount(em, accountId);
        await this.apply(em, account, changes, actor);
        return account;
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new Problem('email_taken', { cause: error });
      throw error;
    }
  }

  /**
   * Changes the email address only. The current address withdraws a pending change, and gets another link if it isn't
   * verified.
   * @throws Problem fresh_sign_in_required, email_taken, too_many_attempts
   */
  async changeEmail(accountId: string, email: string, actor: Actor): Promise<Account> {
    const account = await this.update(accountId, { email }, actor);
    if (!isSameMailbox(email, account.email) || !this.mails.isOn) return account;
    return this.entityManager.transactional(async (em) => {
      const locked = await lockAccount(em, accountId);
      if (locked.pendingEmail !== null) this.record(em, 'account.email_change_withdrawn', accountId, actor);
      await this.verifications.request(em, locked, locked.email);
      return locked;
    });
  }

  /**
   * Ends the account's other sessions, so that anybody who knew the old password is signed out.
   * @param checkedHash hash of the previous password, which was checked; undefined for the account's first password
   */
  async changePassword(
    id: string,
    checkedHash: string | undefined,
    newPassword: string,
    actor: Actor,
  ): Promise<void> {
    const passwordHash = await this.passwordHasher.hash(newPassword);
    await this.entityManager.transactional(async (em) => {
      const locked = await lockAccount(em, id);
      // Changed in the meantime: the checked password is no longer the account's.
      if ((await passwordHashOf(em, id)) !== checkedHash) {
        throw new Problem('conflict', { detail: 'The password was changed a moment ago.' });
      }
      await setPassword(em, locked, passwordHash);
      await this.dependents.endSessions(em, locked, actor.sessionId);
      await endLinks(em, id);
      this.record(em, 'account.password_changed', id, actor);
    });
  }

  /**
   * Irreversible. Ends the account's clients, keys and sessions. Usage and audit events keep its id, which identifies
   * nobody.
   */
  async delete(accountId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const account = await lockAccountToLose(em, accountId, actor);
      Object.assign(account, {
        fullName: 'Deleted account',
        email: '',
        emailKey: account.id,
        emailState: 'unverified',
        pendingEmail: null,
        organization: null,
        status: 'disabled',
        deletedAt: new Date(),
      });
      await this.hooks.endAccount(em, account);
      this.record(em, 'account.deleted', accountId, actor);
      await announceChange(em, { kind: 'account', id: accountId });
    });
  }

  /** Audits the names of changed members, and values only of those that aren't personal data. */
  private async apply(em: EntityManager, account: Account, changes: UpdateAccountDto, actor: Actor) {
    const before = toAccountDto(account);
    const moves = changes.email !== undefined && !isSameMailbox(changes.email, account.email);
    const isOwn = actor.accountId === account.id;
    // Without this, the thief of a session could promote another account and sign in to it.
    const promotes = changes.role === 'admin' && account.role !== 'admin';
    if ((moves || promotes) && actor.kind === 'account') requireFreshSignIn(actor);
    // An administrator's change takes effect immediately; the owner's, if the service sends mail, once it's verified.
    const waits = moves && isOwn && this.mails.isOn;
    if (waits) {
      await this.verifications.request(em, account, changes.email!);
      this.record(em, 'account.email_change_requested', account.id, actor);
    }
    const changed = (Object.keys(changes) as (keyof UpdateAccountDto)[]).filter(
      (name) => changes[name] !== undefined && changes[name] !== before[name] && !(waits && name === 'email'),
    );
    if (changed.length === 0) return;
    const { full_name = account.fullName, email = account.email, role = account.role } = changes;
    const { status = account.status, organization = account.organization } = changes;
    if (moves && !waits) {
      await this.verifications.move(em, account, email);
      this.verifications.queue(em, account);
    } else if (!waits && email !== account.email) {
      // Another account may have the same mailbox under this spelling.
      if ((await accountOfEmail(em, email))?.id !== account.id) throw new Problem('email_taken');
      account.email = email;
    }
    Object.assign(account, { fullName: full_name, organization, role, status });
    account.updatedAt = new Date();
    const details = {
      changed,
      ...(changed.includes('role') && { role: { from: before.role, to: role } }),
      ...(changed.includes('status') && { status: { from: before.status, to: status } }),
    };
    this.record(em, 'account.updated', account.id, actor, details);
    if ('status' in details) await this.dependents.changeStatus(em, account);
    if (status === 'disabled') await this.dependents.endSessions(em, account);
    if ('role' in details || 'status' in details)
      await announceChange(em, { kind: 'account', id: account.id });
  }

  private record(
    em: EntityManager,
    action:
      | 'account.updated'
      | 'account.email_change_requested'
      | 'account.email_change_withdrawn'
      | 'account.deleted'
      | 'account.password_changed',
    accountId: string,
    actor: Actor,
    details?: Record<string, unknown>,
  ): void {
    this.auditLog.record(em, { action, actor, accountId, targetId: accountId, details });
  }
}

function matching(query: string): FilterQuery<Account> {
  const columns = ['full_name', 'email', 'organization'];
  const found = [
    ...columns.map((column) => containing(column, query)),
    containing('email_key', emailKey(query)),
  ];
  return { $or: [{ id: query }, ...found] };
}
