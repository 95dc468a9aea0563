import { Module } from '@nestjs/common';
import { AuditModule } from '../../core/audit/index.js';
import { MailModule } from '../../core/mail/index.js';
import { MailListService } from './mail-list.service.js';
import { MailsController } from './mails.controller.js';

@Module({
  imports: [AuditModule, MailModule],
  controllers: [MailsController],
  providers: [MailListService],
  exports: [MailListService],
})
export class MailReportsModule {}
