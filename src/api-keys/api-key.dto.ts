import { parseAddressRange } from '../core/network/index.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import {
  DECLARED_BY_FEATURES,
  IsDeclared,
  IsName,
  Omittable,
  OmittableOrNull,
  PageQueryDto,
  IsFutureInstant,
} from '../core/http/index.js';
import { toInstant } from '../core/time/index.js';
import type { ScopeName } from '../core/features/index.js';
import { type ApiKey, type ApiKeyStatus } from './api-key.entity.js';

const STATUSES = ['active', 'rotating', 'expired', 'revoked'] as const satisfies ApiKeyStatus[];

function AreAddressRanges(): PropertyDecorator {
  return ValidateBy({
    name: 'areAddressRanges',
    validator: {
      validate: (value: unknown) =>
        Array.isArray(value) &&
        value.every((entry) => typeof entry === 'string' && parseAddressRange(entry) !== undefined),
      defaultMessage: () => 'allowed_ips must hold addresses or ranges, such as 203.0.113.7 or 2001:db8::/32',
    },
  });
}

@ApiSchema({ name: 'CreateApiKey' })
export class CreateApiKeyDto {
  /** Required unless the key is ephemeral. */
  @ValidateIf(({ ephemeral, name }: CreateApiKeyDto) => ephemeral !== true || name !== undefined)
  @IsName()
  @ApiPropertyOptional({ example: 'Weather station' })
  name?: string;

  /**
   * Creates a key with the scope `forecast:read` that expires after 15 minutes and isn't listed, for web pages that
   * keep it in memory. Requires a session. `name` is the only other property allowed.
   */
  @Omittable()
  @IsBoolean({ message: 'ephemeral must be true or false' })
  ephemeral?: boolean;

  @ApiPropertyOptional({
    enum: DECLARED_BY_FEATURES,
    enumName: 'KeyScope',
    isArray: true,
    description: "A subset of the client's scopes. Default: all of them.",
  })
  @OmittableOrNull()
  @IsArray()
  @ArrayNotEmpty({ message: '$property must not be empty' })
  @ArrayUnique({ message: '$property must not repeat a value' })
  @IsDeclared('KeyScope', { each: true })
  scopes?: ScopeName[];

  @ApiPropertyOptional({ format: 'date-time', description: 'ISO 8601 with Z or an offset. Default: never.' })
  @OmittableOrNull()
  @IsFutureInstant()
  expires_at?: string;

  @ApiPropertyOptional({
    type: [String],
    maxItems: 50,
    description: 'IP addresses and ranges that can use the key. Default: any.',
    example: ['203.0.113.7', '2001:db8::/32'],
  })
  @OmittableOrNull()
  @IsArray()
  @ArrayMaxSize(50)
  @AreAddressRanges()
  allowed_ips?: string[];
}

@ApiSchema({ name: 'UpdateApiKey', description: "Properties that you leave out don't change." })
export class UpdateApiKeyDto {
  @Omittable()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    enum: DECLARED_BY_FEATURES,
    enumName: 'KeyScope',
    isArray: true,
    description: "A subset of the client's scopes.",
  })
  @Omittable()
  @IsArray()
  @ArrayNotEmpty({ message: '$property must not be empty' })
  @ArrayUnique({ message: '$property must not repeat a value' })
  @IsDeclared('KeyScope', { each: true })
  scopes?: ScopeName[];

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'ISO 8601 with Z or an offset. Null: never.',
  })
  @IsOptional()
  @IsFutureInstant()
  expires_at?: string | null;

  @ApiPropertyOptional({
    type: [String],
    maxItems: 50,
    nullable: true,
    description: 'IP addresses and ranges that can use the key. Empty or null: any.',
    example: ['203.0.113.7', '2001:db8::/32'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @AreAddressRanges()
  allowed_ips?: string[] | null;
}

@ApiSchema({ name: 'ApiKeyPageQuery' })
export class ApiKeyPageQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ enum: STATUSES, enumName: 'ApiKeyStatus', description: 'Only keys of this status.' })
  @IsOptional()
  @IsIn(STATUSES, { message: `status must be one of ${STATUSES.join(', ')}` })
  status?: ApiKeyStatus;
}

@ApiSchema({ name: 'ApiKey' })
export class ApiKeyDto {
  /** Starts with `key_`. */
  id!: string;
  name!: string;
  /** The first characters of the key. */
  start!: string;
  /** Only scopes that the client has, too. */
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'KeyScope', isArray: true })
  scopes!: ScopeName[];
  allowed_ips!: string[];
  @ApiProperty({ enum: STATUSES, enumName: 'ApiKeyStatus' })
  status!: ApiKeyStatus;
  /** ISO 8601, UTC; null: never. */
  expires_at!: string | null;
  /** The key that it replaced by rotation, or null. */
  rotated_from!: string | null;
  /** When a key that was rotated or revoked stops working, or stopped. ISO 8601, UTC. */
  revoked_at!: string | null;
  /** ISO 8601, UTC; null: not yet. */
  last_used_at!: string | null;
  /** ISO 8601, UTC. */
  created_at!: string;
}

@ApiSchema({ name: 'CreatedApiKey' })
export class CreatedApiKeyDto extends ApiKeyDto {
  /** Returned only in this response. */
  key!: string;
}

@ApiSchema({ name: 'ApiKeyPage' })
export class ApiKeyPageDto {
  data!: ApiKeyDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

/** @param key with its client loaded */
export function toApiKeyDto(key: ApiKey): ApiKeyDto {
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    scopes: key.scopes.filter((scope) => key.client.scopes.includes(scope)),
    allowed_ips: key.allowedIps,
    status: key.statusAt(new Date()),
    expires_at: key.expiresAt ? toInstant(key.expiresAt) : null,
    rotated_from: key.rotatedFrom ?? null,
    revoked_at: key.revokedAt ? toInstant(key.revokedAt) : null,
    last_used_at: key.lastUsedAt ? toInstant(key.lastUsedAt) : null,
    created_at: toInstant(key.createdAt),
  };
}
