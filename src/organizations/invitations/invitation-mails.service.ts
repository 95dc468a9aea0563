import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Account, AccountsService } from '../../accounts/index.js';
import { AttemptsService } from '../../core/attempts/index.js';
import { Configuration } from '../../core/config/index.js';
import { type ComposedMail, type Mail, MailsService } from '../../core/mail/index.js';
import { Invitation } from './invitation.entity.js';
import { hashToken, newToken } from '../../core/secrets/index.js';

const KIND = 'invitation';

/** The most messages a day, by what they are counted by. */
const MOST_TO_ADDRESS = 3;
const MOST_IN_ALL = 1_000;
/** The part of what is left in all that an account may use, so that many accounts of one person leave something for others. */
const MOST_OF_WHAT_IS_LEFT = 1 / 20;

/** Sends invitations to the invited addresses. */
@Injectable()
export class InvitationMailsService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsService,
    private readonly mails: MailsService,
    private readonly attempts: AttemptsService,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    this.mails.addComposer(KIND, (em, mail) => this.compose(em, mail));
  }

  /**
   * Queues the message and returns whether it will be sent. The inviter's own address must be verified, since the
   * message names it. Messages per inviter and per recipient are limited: by the attempts at once, and by the outbox a
   * day.
   */
  async queue(
    em: EntityManager,
    { id, email, emailKey, invitedBy }: Invitation,
    inviter: Account,
  ): Promise<boolean> {
    if (!this.mails.isOn || inviter.emailState !== 'verified') return false;
    if (!(await this.attempts.mayAttempt('invitationMail', invitedBy))) return false;
    if (!(await this.attempts.mayAttempt('invitationMailToAddress', emailKey))) return false;
    if (!(await this.hasRoom(em, invitedBy, emailKey))) return false;
    this.mails.queue(em, { kind: KIND, recipient: email, data: { invitationId: id, invitedBy, emailKey } });
    return true;
  }

  private async hasRoom(em: EntityManager, invitedBy: string, emailKey: string): Promise<boolean> {
    const count = (data?: Record<string, string>) => this.mails.countOfDay(em, KIND, data);
    return (
      (await count({ emailKey })) < MOST_TO_ADDRESS &&
      (await count({ invitedBy })) < (MOST_IN_ALL - (await count())) * MOST_OF_WHAT_IS_LEFT
    );
  }

  /** Composes nothing if the invitation was withdrawn or accepted in the meantime, or its organization is gone. */
  private async compose(em: EntityManager, { data }: Mail): Promise<ComposedMail | undefined> {
    const invitation = await em.findOne(
      Invitation,
      { id: String(data.invitationId), expiresAt: { $gt: new Date() } },
      { populate: ['organization.personalAccount'] },
    );
    const inviter = invitation && (await this.accounts.lock(invitation.invitedBy, LockMode.PESSIMISTIC_READ));
    if (!invitation || inviter?.status !== 'active') return undefined;
    const { url, tokenHash } = newInvitationLink(this.configuration.publicUrl);
    invitation.mailedTokenHash = tokenHash;
    const { host } = new URL(this.configuration.publicUrl);
    return {
      to: invitation.email,
      content: {
        subject: "You're invited to an organization",
        before: [
          `${inviter.email} invites you to join the organization “${unlinked(invitation.organization.title())}” at ${host}.`,
          `This person goes by the name of “${unlinked(inviter.fullName)}”. ${host} verified the address, but neither of the names.`,
        ],
        link: { label: 'View invitation', url },
        after: [
          "The link works once, within seven days, for an account with this email address. If you don't have an account, register with this address.",
          "If you don't know this person, you can ignore this message. Don't follow what a name asks you to do.",
        ],
      },
    };
  }
}

/** Returns a stranger's text so that email programs make no links of it. */
function unlinked(text: string): string {
  return text.normalize('NFKC').replace(/([.:])(?=[\p{L}\p{N}/\\])/gu, '$1 ');
}

/** Returns a link that accepts an invitation, and the hash of its token for the table. */
export function newInvitationLink(publicUrl: string): { url: string; tokenHash: string } {
  const token = newToken();
  return { url: `${publicUrl}/accept-invitation#token=${token}`, tokenHash: hashToken(token) };
}
