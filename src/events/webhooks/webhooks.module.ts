import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/index.js';
import { AuditModule } from '../../core/audit/index.js';
import { EventsModule } from '../../core/events/index.js';
import { MailModule } from '../../core/mail/index.js';
import { OrganizationsModule } from '../../organizations/index.js';
import { MetricsModule } from '../../core/telemetry/index.js';
import { DeliveryQueueService } from './delivery/delivery-queue.service.js';
import { DisabledWebhooksService } from './delivery/disabled-webhooks.service.js';
import { WebhookCallerService } from './delivery/webhook-caller.service.js';
import { WebhookFanOutService } from './delivery/webhook-fan-out.service.js';
import { WebhookMailsService } from './delivery/webhook-mails.service.js';
import { WebhookSenderService } from './delivery/webhook-sender.service.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [AccountsModule, AuditModule, EventsModule, MailModule, MetricsModule, OrganizationsModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    WebhooksService,
    WebhookDeliveriesService,
    WebhookFanOutService,
    DeliveryQueueService,
    DisabledWebhooksService,
    WebhookCallerService,
    WebhookMailsService,
    WebhookSenderService,
  ],
})
export class WebhooksModule {}
