import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
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
import {
  CreatedWebhookDto,
  CreateWebhookDto,
  RotateWebhookSecretDto,
  toWebhookDto,
  UpdateWebhookDto,
  WebhookDto,
  WebhookPageDto,
  WebhookPageQueryDto,
} from './webhook.dto.js';
import { MOST_WEBHOOKS, WebhooksService } from './webhooks.service.js';

@ApiTags('Webhooks')
@WithinOrganization()
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @RequiresSession('webhooks:manage')
  @Endpoint({
    id: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Sends events to your own endpoint: those of your personal organization or of `organization_id`, and public events. The secret is returned only in this response.',
    problems: ['forbidden', 'not_found', { conflict: `An organization can have ${MOST_WEBHOOKS} webhooks.` }],
  })
  async create(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @Body() body: CreateWebhookDto,
  ): Promise<CreatedWebhookDto> {
    const { webhook, secret } = await this.webhooks.create(account, body, actor);
    return { ...webhook, secret };
  }

  @Get()
  @RequiresSession('webhooks:read')
  @Endpoint({
    id: 'listWebhooks',
    summary: 'List your webhooks',
    description: 'Returns the webhooks of your organizations, newest first.',
    problems: ['forbidden', 'not_found'],
  })
  list(@CurrentAccount() account: Account, @Query() query: WebhookPageQueryDto): Promise<WebhookPageDto> {
    return this.webhooks.list(account, query);
  }

  @Get(':webhookId')
  @RequiresSession('webhooks:read')
  @Endpoint({
    id: 'getWebhook',
    summary: 'Get a webhook',
    description: 'Returns a webhook, without its secret.',
    problems: ['forbidden'],
  })
  async get(
    @CurrentAccount() account: Account,
    @IdParam('webhookId', 'whk') webhookId: string,
  ): Promise<WebhookDto> {
    return toWebhookDto(await this.webhooks.reachable(account, webhookId, 'webhooks.read'));
  }

  @Patch(':webhookId')
  @RequiresSession('webhooks:manage')
  @Endpoint({
    id: 'updateWebhook',
    summary: 'Update a webhook',
    description:
      "Changes a webhook's URL, description or events, or enables or disables it. Properties that you leave out don't change. Events that are waiting when a webhook is disabled fail. You can send them again.",
    problems: ['forbidden'],
  })
  update(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('webhookId', 'whk') webhookId: string,
    @Body() body: UpdateWebhookDto,
  ): Promise<WebhookDto> {
    return this.webhooks.update(account, webhookId, body, actor);
  }

  @Delete(':webhookId')
  @HttpCode(204)
  @RequiresSession('webhooks:manage')
  @Endpoint({
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: "Deletes a webhook with its deliveries. Events that are waiting aren't sent.",
    problems: ['forbidden'],
  })
  delete(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('webhookId', 'whk') webhookId: string,
  ): Promise<void> {
    return this.webhooks.delete(account, webhookId, actor);
  }

  @Post(':webhookId/rotate')
  @RequiresSession('webhooks:manage')
  @Endpoint({
    id: 'rotateWebhookSecret',
    summary: "Rotate a webhook's secret",
    description:
      'Creates a new secret. Events are signed with both secrets for 24 hours, or for `overlap_seconds`. The new secret is returned only in this response.',
    problems: ['forbidden'],
  })
  async rotate(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('webhookId', 'whk') webhookId: string,
    @Body() { overlap_seconds = 0 }: RotateWebhookSecretDto,
  ): Promise<CreatedWebhookDto> {
    const { webhook, secret } = await this.webhooks.rotate(account, webhookId, overlap_seconds, actor);
    return { ...webhook, secret };
  }
}
