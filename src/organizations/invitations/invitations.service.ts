import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsService, emailKey, emailKeys, isSameMailbox } from '../../accounts/index.js';
import { AuditLogService } from '../../core/audit/index.js';
import { announceChange } from '../../core/database/index.js';
import { type Actor, type Page, type PageQueryDto, Problem, newId, readPage } from '../../core/http/index.js';
import { DAY_MS, toInstant } from '../../core/time/index.js';
import { Configuration } from '../../core/config/index.js';
import {
  type CreateInvitationDto,
  type InvitationDto,
  type InvitationPreviewDto,
  toInvitationDto,
} from './invitation.dto.js';
import { Invitation } from './invitation.entity.js';
import { InvitationMailsService, newInvitationLink } from './invitation-mails.service.js';
import { hashToken } from '../../core/secrets/index.js';
import { Membership } from '../membership.entity.js';
import type { Organization } from '../organization.entity.js';
import { OrganizationAccessService } from '../organization-access.service.js';
import { OrganizationsService } from '../organizations.service.js';
import type { OrganizationRole, Permission } from '../permissions.js';

const VALID_MS = 7 * DAY_MS;
const MOST_INVITATIONS = 100;

/** Invites people to organizations by one-time links, each for one email address. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly access: OrganizationAccessService,
    private readonly organizations: OrganizationsService,
    private readonly configuration: Configuration,
    private readonly audit: AuditLogService,
    private readonly invitationMails: InvitationMailsService,
  ) {}

  /** Replaces an earlier invitation of the address. Only this response contains the link; a message has another one. */
  async create(
    account: Account,
    organizationId: string,
    { email, role }: CreateInvitationDto,
    actor: Actor,
  ): Promise<{ invitation: Invitation; url: string; isMailed: boolean }> {
    const { url, tokenHash } = newInvitationLink(this.configuration.publicUrl);
    const permissions = permissionsFor(role);
    const create = async (em: EntityManager, organization: Organization) => {
      if (role === 'owner' && organization.personalAccount)
        throw new Problem('conflict', { detail: 'A personal organization has one owner.' });
      const now = new Date();
      const ofMailbox = { organization, emailKey: { $in: emailKeys(email) } };
      if (await em.count(Membership, { organization, account: { emailKey: ofMailbox.emailKey } }))
        throw new Problem('conflict', { detail: `${email} is a member of the organization already.` });
      for (const earlier of await em.find(Invitation, ofMailbox, { refresh: true }))
        await this.end(em, earlier, account, actor);
      await em.nativeDelete(Invitation, { organization, expiresAt: { $lte: now } });
      if ((await em.count(Invitation, { organization })) >= MOST_INVITATIONS)
        throw new Problem('conflict', {
          detail: `An organization can have ${MOST_INVITATIONS} open invitations. Withdraw one that isn't needed.`,
        });
      const created = em.create(Invitation, {
        id: newId('inv'),
        organization,
        email,
        emailKey: emailKey(email),
        role,
        tokenHash,
        mailedTokenHash: null,
        invitedBy: account.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + VALID_MS),
      });
      const isQueued = await this.invitationMails.queue(em, created, account);
      this.record(em, 'invitation.created', created, account.id, actor);
      return { invitation: created, url, isMailed: isQueued };
    };
    return this.organizations.change(account, organizationId, permissions, create);
  }

  /** Lists the invitations that can still be accepted. */
  async list(account: Account, organizationId: string, page: PageQueryDto): Promise<Page<InvitationDto>> {
    await this.access.check(account, organizationId, 'invitations.manage');
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Invitation,
        {
          organization: organizationId,
          expiresAt: { $gt: new Date() },
          ...(before !== undefined && { id: { $lt: before } }),
        },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'inv', find, toInvitationDto);
  }

  /** The organization's lock serializes a withdrawal and a concurrent acceptance. */
  async withdraw(
    account: Account,
    organizationId: string,
    invitationId: string,
    actor: Actor,
  ): Promise<void> {
    await this.organizations.change(
      account,
      organizationId,
      ['invitations.manage'],
      async (em, organization) => {
        const invitation = await em.findOne(
          Invitation,
          { id: invitationId, organization },
          { refresh: true },
        );
        if (!invitation)
          throw new Problem('not_found', { detail: `There is no invitation ${invitationId}.` });
        await this.end(em, invitation, account, actor);
      },
    );
  }

  private async end(
    em: EntityManager,
    invitation: Invitation,
    account: Account,
    actor: Actor,
  ): Promise<void> {
    for (const permission of permissionsFor(invitation.role))
      await this.access.check(account, invitation.organization.id, permission);
    await em.remove(invitation).flush();
    // Its row refers to accounts, which would be locked before the invitation if both were written at once.
    this.record(em, 'invitation.deleted', invitation, account.id, actor);
  }

  /** Returns what the link is for. Fails for the same reasons as accepting it. */
  async preview(account: Account, token: string): Promise<InvitationPreviewDto> {
    const { organization, role, invitedBy, expiresAt } = await this.opened(account, linkOf(token));
    const inviter = await this.accounts.known(invitedBy);
    return {
      organization_name: organization.title(),
      role,
      invited_by: { full_name: inviter.fullName, email: inviter.email },
      expires_at: toInstant(expiresAt),
    };
  }

  /**
   * Uses the link and returns the organization's id.
   * @throws Problem invalid_parameter if the link is invalid, used, withdrawn or expired; forbidden if the account's
   * address isn't the invited one; conflict if the account is already a member
   */
  async accept(account: Account, token: string, actor: Actor): Promise<string> {
    const link = linkOf(token);
    return this.entityManager.transactional(async (em) => {
      const member = await this.accounts.lock(account.id);
      if (!member) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Session' } });
      const { id, role, organization } = await this.opened(member, link);
      const locked = await this.organizations.lock(em, organization.id);
      if ((await em.nativeDelete(Invitation, { id, ...link })) === 0) throw invalidToken();
      // Checked again under the lock, where nobody else can add the member.
      await this.refuseMember(member, locked);
      em.create(Membership, { organization: locked, account: member, role, joinedAt: new Date() });
      if (role === 'owner' && !locked.isActive) {
        locked.isActive = true;
        await announceChange(em, { kind: 'organization', id: locked.id });
      }
      this.audit.record(em, {
        action: 'organization.member_added',
        actor,
        accountId: member.id,
        organizationId: locked.id,
        targetId: member.id,
        details: { role, invitation_id: id },
      });
      return locked.id;
    });
  }

  private async opened(account: Account, link: ReturnType<typeof linkOf>): Promise<Invitation> {
    const invitation = await this.entityManager.findOne(Invitation, link, {
      populate: ['organization.personalAccount'],
    });
    if (!invitation) throw invalidToken();
    if (!isSameMailbox(account.email, invitation.email))
      throw new Problem('forbidden', {
        detail: 'The invitation is for another email address. Sign in with the account of that address.',
      });
    await this.refuseMember(account, invitation.organization);
    return invitation;
  }

  private async refuseMember(account: Account, organization: Organization): Promise<void> {
    const key = { organization: organization.id, account: account.id };
    if (await this.entityManager.findOne(Membership, key, { refresh: true }))
      throw new Problem('conflict', { detail: 'You are a member of the organization already.' });
  }

  private record(
    em: EntityManager,
    action: 'invitation.created' | 'invitation.deleted',
    { id, role, organization }: Invitation,
    accountId: string,
    actor: Actor,
  ): void {
    this.audit.record(em, {
      action,
      actor,
      accountId,
      organizationId: organization.id,
      targetId: id,
      // Without the address: audit events outlive accounts and name nobody.
      details: { role },
    });
  }
}

function linkOf(token: string) {
  const hash = hashToken(token);
  return { $or: [{ tokenHash: hash }, { mailedTokenHash: hash }], expiresAt: { $gt: new Date() } };
}

function invalidToken(): Problem {
  return new Problem('invalid_parameter', {
    errors: [
      {
        pointer: '/token',
        detail:
          'The invitation was already used, was withdrawn, has expired or is invalid. Ask for a new one.',
      },
    ],
  });
}

/** What a member who invites with this role needs. */
function permissionsFor(role: OrganizationRole): Permission[] {
  return role === 'owner' ? ['invitations.manage', 'owners.manage'] : ['invitations.manage'];
}
