import {
  EntityManager,
  type FilterQuery,
  LockMode,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Actor } from '../http/access/actor.types.js';
import { requireFreshSignIn } from '../http/access/fresh-sign-in.js';
import { announceChange } from '../database/changes/announce-change.js';
import { type Page, readPage } from '../http/page.js';
import { Problem } from '../http/problems/problem.js';
import { MailsService } from '../mail/mails.service.js';
import { containing } from '../database/containing.js';
import { AccountDependentsService } from './account-dependents.service.js';
import { type AccountPageQueryDto, type UpdateAccountDto } from './account.dto.js';
import { Account } from './account.entity.js';
import { type AccountDto, toAccountDto } from './account.types.js';
import { EmailVerificationsService } from './email/email-verifications.service.js';
import { emailKey } from './email-key.js';
import { Identity } from './identities/identity.entity.js';
import { endLinks } from './links/end-links.js';
import { lockAccount, lockAccountToLose, throwMissing } from './locked-accounts.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { passwordHashOf, setPassword } from './passwords/password-identity.js';

/** What is said to whoever builds on an account that another request has changed. */
export const ACCOUNT_CHANGED = 'Your account changed a moment ago. Try again.';

/** What becomes of accounts once they are registered. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly passwordHasher: PasswordHasherService,
    private readonly dependents: AccountDependentsService,
    private readonly verifications: EmailVerificationsService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
  ) {}

  list({ query, status, ...page }: AccountPageQueryDto): Promise<Page<AccountDto>> {
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
    return readPage(page, 'acc', find, toAccountDto);
  }

  /** @throws Problem not_found for an id that is somebody else's, unless an administrator asks. */
  async get(viewer: Account, accountId: string): Promise<Account> {
    if (viewer.role !== 'admin' && viewer.id !== accountId) throwMissing(accountId);
    const account = await this.entityManager.findOne(Account, { id: accountId, deletedAt: null });
    return account ?? throwMissing(accountId);
  }

  /** One that refers to it says that there is. */
  known(accountId: string): Promise<Account> {
    return this.entityManager.findOneOrFail(Account, accountId);
  }

  /** For others to build on in their transaction: it stays as it is until that ends. Null where it was deleted. */
  lock(accountId: string, lockMode: LockMode = LockMode.PESSIMISTIC_WRITE): Promise<Account | null> {
    return this.entityManager.findOne(
      Account,
      { id: accountId, deletedAt: null },
      { lockMode, refresh: true },
    );
  }

  /**
   * The same for an account that was looked up before, so that nobody builds on a session that ended meanwhile: a new
   * password, which ends sessions, changes the account.
   * @throws Problem conflict where the account changed or was deleted
   */
  async lockUnchanged({ id, updatedAt }: Account): Promise<Account> {
    // The entity is refreshed by its lock, the instant is not.
    const before = updatedAt.getTime();
    const account = await this.lock(id);
    if (account?.updatedAt.getTime() !== before) throw new Problem('conflict', { detail: ACCOUNT_CHANGED });
    return account;
  }

  /** What email addresses are compared by. */
  emailKey(email: string): string {
    return emailKey(email);
  }

  /**
   * Whoever changes an email address must have signed in freshly: reset links go there. Where the service sends mail,
   * it counts once it is verified.
   * @throws Problem fresh_sign_in_required, email_taken, too_many_attempts, not_found, and conflict for the last administrator
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
   * The same for the address alone; the current one takes a change back, and gets another link if it is not verified.
   * @throws Problem fresh_sign_in_required, email_taken, too_many_attempts
   */
  async changeEmail(accountId: string, email: string, actor: Actor): Promise<Account> {
    const account = await this.update(accountId, { email }, actor);
    if (emailKey(email) !== account.emailKey || !this.mails.isOn) return account;
    return this.entityManager.transactional(async (em) => {
      const locked = await lockAccount(em, accountId);
      if (locked.pendingEmail !== null) this.record(em, 'account.email_change_withdrawn', accountId, actor);
      await this.verifications.request(em, locked, locked.email);
      return locked;
    });
  }

  /**
   * Ends the account's other sessions, so that whoever knew the old password is out.
   * @param checkedHash of the password until now, which was checked; undefined for the account's first one
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
      // It was changed in the meantime: the password that was checked is no longer the account's.
      if ((await passwordHashOf(em, id)) !== checkedHash) {
        throw new Problem('conflict', { detail: 'The password was changed a moment ago.' });
      }
      await setPassword(em, locked, passwordHash);
      await this.dependents.endSessions(em, locked, actor.sessionId);
      await endLinks(em, id);
      this.record(em, 'account.password_changed', id, actor);
    });
  }

  /** Final. Its clients, keys and sessions end with it; usage and audit go on naming its id, behind which nobody is. */
  async delete(accountId: string, actor: Actor): Promise<void> {
    await this.entityManager.transactional(async (em) => {
      const account = await lockAccountToLose(em, accountId, actor);
      const now = new Date();
      Object.assign(account, {
        fullName: 'Deleted account',
        email: '',
        emailKey: account.id,
        emailState: 'unverified',
        pendingEmail: null,
        organization: null,
        status: 'disabled',
        deletedAt: now,
      });
      await this.dependents.endAccount(em, account, now);
      await em.nativeDelete(Identity, { account: accountId });
      await endLinks(em, accountId);
      this.record(em, 'account.deleted', accountId, actor);
      await announceChange(em, { kind: 'account', id: accountId });
    });
  }

  /** Names in the audit which members changed, and their values only where those are nobody's name. */
  private async apply(em: EntityManager, account: Account, changes: UpdateAccountDto, actor: Actor) {
    const before = toAccountDto(account);
    const moves = changes.email !== undefined && emailKey(changes.email) !== account.emailKey;
    const isOwn = actor.accountId === account.id;
    // Otherwise a stolen session could promote an account that the thief can sign in to afresh.
    const promotes = changes.role === 'admin' && account.role !== 'admin';
    if ((moves || promotes) && actor.kind === 'account') requireFreshSignIn(actor);
    // An administrator's change counts immediately, one's own once the address is verified, if the service sends mail.
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
    } else if (!waits) account.email = email;
    Object.assign(account, { fullName: full_name, organization, role, status });
    account.updatedAt = new Date();
    const details = {
      changed,
      ...(changed.includes('role') && { role: { from: before.role, to: role } }),
      ...(changed.includes('status') && { status: { from: before.status, to: status } }),
    };
    this.record(em, 'account.updated', account.id, actor, details);
    if (status === 'disabled') await this.dependents.endSessions(em, account);
    if ('status' in details) await this.dependents.changeStatus(em, account);
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
  return { $or: [{ id: query }, ...columns.map((column) => containing(column, query))] };
}
