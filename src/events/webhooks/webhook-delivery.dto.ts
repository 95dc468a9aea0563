import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { toInstant } from '../../core/time/index.js';
import { PageQueryDto } from '../../core/http/index.js';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDelivery } from './webhook-delivery.entity.js';

@ApiSchema({ name: 'WebhookDeliveryPageQuery' })
export class WebhookDeliveryPageQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ enum: DELIVERY_STATUSES, enumName: 'WebhookDeliveryStatus' })
  @IsOptional()
  @IsIn(DELIVERY_STATUSES, { message: `status must be one of ${DELIVERY_STATUSES.join(', ')}` })
  status?: DeliveryStatus;
}

@ApiSchema({ name: 'WebhookDelivery', description: 'An event sent to a webhook, and its status.' })
export class WebhookDeliveryDto {
  /** The ID of the event, sent in the header `webhook-id` with each attempt. */
  id!: string;
  /** Such as `client.changed`; `webhook.test` for a test. */
  event_type!: string;
  /** The body of the request, exactly as it is signed. */
  body!: string;
  @ApiProperty({
    enum: DELIVERY_STATUSES,
    enumName: 'WebhookDeliveryStatus',
    description:
      '`pending`: waiting for the first or next attempt. `delivered`: the endpoint responded with a status from 200 to 299. `failed`: no further attempts.',
  })
  status!: DeliveryStatus;
  @ApiProperty({ type: 'integer' })
  attempts!: number;
  /** ISO 8601, UTC; null before the first attempt. */
  last_attempt_at!: string | null;
  /** The status of the last response; null if there was none. */
  @ApiProperty({ type: 'integer', nullable: true })
  last_status!: number | null;
  @ApiProperty({ type: 'integer', nullable: true })
  last_duration_ms!: number | null;
  /** Why there was no response, or no attempt. */
  error!: string | null;
  /** ISO 8601, UTC. Events wait for those before them, so it may be later. Null unless it is pending. */
  next_attempt_at!: string | null;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** When it was delivered or failed. ISO 8601, UTC. */
  ended_at!: string | null;
}

@ApiSchema({ name: 'WebhookDeliveryPage' })
export class WebhookDeliveryPageDto {
  data!: WebhookDeliveryDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

/** @param delivery with its message */
export function toWebhookDeliveryDto(delivery: WebhookDelivery): WebhookDeliveryDto {
  const { message } = delivery;
  const instant = (time: Date | null | undefined) => (time ? toInstant(time) : null);
  return {
    id: message.id,
    event_type: message.type,
    body: message.body,
    status: delivery.status,
    attempts: delivery.attempts,
    last_attempt_at: instant(delivery.lastAttemptAt),
    last_status: delivery.lastStatus ?? null,
    last_duration_ms: delivery.lastDurationMs ?? null,
    error: delivery.error ?? null,
    next_attempt_at: instant(delivery.nextAttemptAt),
    created_at: toInstant(message.createdAt),
    ended_at: instant(delivery.endedAt),
  };
}
