import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../core/audit/index.js';
import { type Actor, type Page, type PageQueryDto, Problem, readPage } from '../../core/http/index.js';
import { Mail, type MailState, MailsService } from '../../core/mail/index.js';
import type { Account } from '../account.entity.js';
import { type MailDto, toMailDto } from './mail.dto.js';

const RETRIED: readonly MailState[] = ['failed', 'unconfirmed'];

/** Lists the outbox, and retries messages on request. */
@Injectable()
export class MailListService {
  constructor(
    private readonly entityManager: EntityManager,
    private readonly mails: MailsService,
    private readonly audit: AuditLogService,
  ) {}

  list(
    where: { state?: MailState; accountId?: string },
    page: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<Page<MailDto>> {
    const find = ({ before, limit }: { before?: string; limit: number }) =>
      this.entityManager.find(
        Mail,
        { ...where, ...(before !== undefined && { id: { $lt: before } }) },
        { orderBy: { id: 'desc' }, limit },
      );
    return readPage(page, 'msg', find, toMailDto);
  }

  /** Lists the messages about an account without the mail server's replies, which are for operators. */
  async listOf({ id }: Account, page: Pick<PageQueryDto, 'limit' | 'cursor'>): Promise<Page<object>> {
    const { data, next_cursor } = await this.list({ accountId: id }, page);
    return { data: data.map((mail) => ({ ...mail, error: undefined })), next_cursor };
  }

  /**
   * Queues a message that ended without success again, as if it were new.
   * @throws Problem not_found, and conflict if it is queued, being sent or sent, or if the service sends no mail
   */
  retry(mailId: string, actor: Actor): Promise<MailDto> {
    return this.entityManager.transactional(async (em) => {
      const mail = await em.findOne(
        Mail,
        { id: mailId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!mail) throw new Problem('not_found', { detail: `There is no message ${mailId}.` });
      if (!RETRIED.includes(mail.state))
        throw new Problem('conflict', {
          detail: `The message is ${mail.state}. Only failed and unconfirmed ones can be sent again.`,
        });
      if (!this.mails.isOn) throw new Problem('conflict', { detail: 'The service sends no mail.' });
      const now = new Date();
      Object.assign(mail, { state: 'queued', createdAt: now, nextAttemptAt: now, endedAt: null });
      this.audit.record(em, {
        action: 'mail.retried',
        actor,
        accountId: mail.accountId ?? actor.accountId!,
        targetId: mailId,
        details: { kind: mail.kind },
      });
      return toMailDto(mail);
    });
  }
}
