import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/index.js';
import { EventsModule } from '../../core/events/index.js';
import { MailModule } from '../../core/mail/index.js';
import { OrganizationsModule } from '../../organizations/index.js';
import { LimitStorageModule } from '../limits/limit-storage.module.js';
import { QuotaEventsService } from './quota-events.service.js';
import { QuotaLevelsService } from './quota-levels.service.js';
import { QuotaMailsService } from './quota-mails.service.js';

@Module({
  imports: [ClientsModule, OrganizationsModule, LimitStorageModule, MailModule, EventsModule],
  providers: [QuotaLevelsService, QuotaMailsService, QuotaEventsService],
  exports: [QuotaLevelsService],
})
export class QuotaLevelsModule {}
