import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional, Matches } from 'class-validator';
import {
  DECLARED_BY_FEATURES,
  IsDeclared,
  IsTextOf,
  Omittable,
  OmittableOrNull,
  OverlapDto,
  PageQueryDto,
  Trimmed,
} from '../../core/http/index.js';
import { toInstant } from '../../core/time/index.js';
import type { EventType } from '../../core/features/index.js';
import { DISABLED_REASONS, type DisabledReason, type Webhook } from './webhook.entity.js';

const STATUSES = ['enabled', 'disabled'] as const;
type WebhookStatus = (typeof STATUSES)[number];

const LONGEST_URL = 2_000;
const ROTATION_OVERLAP_S = 86_400;

@ApiSchema({ name: 'CreateWebhook' })
export class CreateWebhookDto {
  /** Where events are sent: an https URL. */
  @IsTextOf(1, LONGEST_URL)
  url!: string;

  @OmittableOrNull()
  @Trimmed()
  @IsTextOf(0, 500)
  description?: string | null;

  /** The events to send. By default all, including types that are added later. */
  @ApiPropertyOptional({ enum: DECLARED_BY_FEATURES, enumName: 'EventType', isArray: true, nullable: true })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty({ message: '$property must not be empty' })
  @ArrayUnique({ message: '$property must not repeat a value' })
  @IsDeclared('EventType', { each: true })
  event_types?: EventType[] | null;

  /** The organization that it belongs to; can't be changed later. Default: your personal organization. */
  @Omittable()
  @Matches(/^org_[0-9A-Z]{26}$/, { message: 'organization_id must be the ID of an organization' })
  organization_id?: string;
}

@ApiSchema({ name: 'UpdateWebhook', description: "Properties that you leave out don't change." })
export class UpdateWebhookDto {
  @Omittable()
  @IsTextOf(1, LONGEST_URL)
  url?: string;

  /** Null removes it. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @Trimmed()
  @IsTextOf(0, 500)
  description?: string | null;

  /** Null means all events. */
  @ApiPropertyOptional({ enum: DECLARED_BY_FEATURES, enumName: 'EventType', isArray: true, nullable: true })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty({ message: '$property must not be empty' })
  @ArrayUnique({ message: '$property must not repeat a value' })
  @IsDeclared('EventType', { each: true })
  event_types?: EventType[] | null;

  /** If you disable it, waiting events fail. */
  @ApiPropertyOptional({ enum: STATUSES, enumName: 'WebhookStatus' })
  @Omittable()
  @IsIn(STATUSES, { message: `status must be one of ${STATUSES.join(', ')}` })
  status?: WebhookStatus;
}

@ApiSchema({ name: 'RotateWebhookSecret' })
export class RotateWebhookSecretDto extends OverlapDto {
  /** How long events are also signed with the old secret; at most a week. */
  override overlap_seconds?: number = ROTATION_OVERLAP_S;
}

@ApiSchema({ name: 'WebhookPageQuery' })
export class WebhookPageQueryDto extends PageQueryDto {
  /** Only those of this organization. */
  @Omittable()
  @Matches(/^org_[0-9A-Z]{26}$/, { message: 'organization_id must be the ID of an organization' })
  organization_id?: string;
}

@ApiSchema({ name: 'Webhook' })
export class WebhookDto {
  /** Starts with `whk_`. */
  id!: string;
  organization_id!: string;
  url!: string;
  description!: string | null;
  /** Null means all events. */
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'EventType', isArray: true, nullable: true })
  event_types!: EventType[] | null;
  @ApiProperty({ enum: STATUSES, enumName: 'WebhookStatus' })
  status!: WebhookStatus;
  @ApiProperty({
    enum: DISABLED_REASONS,
    nullable: true,
    description:
      '`user`: disabled by hand. `gone`: the endpoint responded with 410. `failing`: no attempt succeeded for five days. `backlog`: more than 10,000 events were waiting for it. Null while it is enabled.',
  })
  disabled_reason!: DisabledReason | null;
  /** The first failed attempt since the last one that succeeded. ISO 8601, UTC. */
  failing_since!: string | null;
  /** When the old secret expires. Until then, events are signed with both secrets. ISO 8601, UTC; null if there is no old secret. */
  previous_secret_ends_at!: string | null;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

@ApiSchema({ name: 'CreatedWebhook' })
export class CreatedWebhookDto extends WebhookDto {
  /** The secret that signs events. Returned only in this response. */
  secret!: string;
}

@ApiSchema({ name: 'WebhookPage' })
export class WebhookPageDto {
  data!: WebhookDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

export function toWebhookDto(webhook: Webhook): WebhookDto {
  const endsAt = webhook.previousSecretEndsAt;
  return {
    id: webhook.id,
    organization_id: webhook.organization.id,
    url: webhook.url,
    description: webhook.description ?? null,
    event_types: webhook.eventTypes ?? null,
    status: webhook.disabledReason ? 'disabled' : 'enabled',
    disabled_reason: webhook.disabledReason ?? null,
    failing_since: webhook.failingSince ? toInstant(webhook.failingSince) : null,
    previous_secret_ends_at: endsAt && endsAt > new Date() ? toInstant(endsAt) : null,
    created_at: toInstant(webhook.createdAt),
    updated_at: toInstant(webhook.updatedAt),
  };
}
