import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Account } from '../account.entity.js';
import { CurrentAccount, requireAdministrator } from '../current-account.decorator.js';
import { type Actor, CurrentActor, Endpoint, IdParam, RequiresSession } from '../../core/http/index.js';
import { MailDto, MailPageDto, MailPageQueryDto } from './mail.dto.js';
import { MailListService } from './mail-list.service.js';

@ApiTags('Mail')
@Controller('v1/mails')
export class MailsController {
  constructor(private readonly mails: MailListService) {}

  @Get()
  @RequiresSession()
  @Endpoint({
    id: 'listMails',
    summary: 'List messages',
    description:
      'Returns the messages that the service sends, newest first, without their content. They stay listed for 30 days after they were sent or failed. For administrators.',
    problems: ['forbidden'],
  })
  list(
    @CurrentAccount() viewer: Account,
    @Query() { state, ...page }: MailPageQueryDto,
  ): Promise<MailPageDto> {
    requireAdministrator(viewer);
    return this.mails.list(state === undefined ? {} : { state }, page);
  }

  @Post(':mailId/retry')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'retryMail',
    summary: 'Send a message again',
    description:
      "Queues a failed or unconfirmed message again, with a new link if it has one. The recipient may get an unconfirmed message twice. A message that is no longer needed, such as a withdrawn invitation, isn't sent. For administrators.",
    problems: [
      'forbidden',
      { conflict: 'The message is sent. Only failed and unconfirmed ones can be sent again.' },
    ],
  })
  retry(
    @CurrentAccount() viewer: Account,
    @CurrentActor() actor: Actor,
    @IdParam('mailId', 'msg') mailId: string,
  ): Promise<MailDto> {
    requireAdministrator(viewer);
    return this.mails.retry(mailId, actor);
  }
}
