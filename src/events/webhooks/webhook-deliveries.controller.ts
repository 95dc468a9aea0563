import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../../accounts/index.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  RequiresSession,
  WithinOrganization,
} from '../../core/http/index.js';
import { NOT_ENABLED, WebhookDeliveriesService } from './webhook-deliveries.service.js';
import {
  WebhookDeliveryDto,
  WebhookDeliveryPageDto,
  WebhookDeliveryPageQueryDto,
} from './webhook-delivery.dto.js';

@ApiTags('Webhooks')
@WithinOrganization()
@Controller('v1/webhooks/:webhookId')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get('deliveries')
  @RequiresSession('webhooks:read')
  @Endpoint({
    id: 'listWebhookDeliveries',
    summary: "List a webhook's deliveries",
    description:
      'Returns the events sent to a webhook and their status, newest first. They are listed for 14 days.',
    problems: ['forbidden'],
  })
  list(
    @CurrentAccount() account: Account,
    @IdParam('webhookId', 'whk') webhookId: string,
    @Query() query: WebhookDeliveryPageQueryDto,
  ): Promise<WebhookDeliveryPageDto> {
    return this.deliveries.list(account, webhookId, query);
  }

  @Post('deliveries/:eventId/retry')
  @HttpCode(202)
  @RequiresSession('webhooks:manage')
  @Endpoint({
    id: 'retryWebhookDelivery',
    summary: 'Send an event again',
    description:
      "Sends an event to a webhook immediately, whatever its status, without waiting for other events. If the delivery had already ended, it isn't retried.",
    problems: ['forbidden', { conflict: NOT_ENABLED }],
  })
  retry(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('webhookId', 'whk') webhookId: string,
    @IdParam('eventId', 'evt') eventId: string,
  ): Promise<WebhookDeliveryDto> {
    return this.deliveries.retry(account, webhookId, eventId, actor);
  }

  @Post('test')
  @HttpCode(202)
  @RequiresSession('webhooks:manage')
  @Endpoint({
    id: 'testWebhook',
    summary: 'Send a test event',
    description:
      "Sends an event of the type `webhook.test`, signed like every event. It doesn't wait for other events, and isn't retried. The delivery shows the result.",
    problems: ['forbidden', { conflict: NOT_ENABLED }],
  })
  test(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('webhookId', 'whk') webhookId: string,
  ): Promise<WebhookDeliveryDto> {
    return this.deliveries.test(account, webhookId, actor);
  }
}
