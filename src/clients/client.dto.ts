import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsIn, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import {
  DECLARED_BY_FEATURES,
  IsDeclared,
  IsName,
  IsTextOf,
  Omittable,
  OmittableOrNull,
  PageQueryDto,
  RateLimitsDto,
  RateLimitsInputDto,
  Trimmed,
  toRateLimitsDto,
} from '../core/http/index.js';
import { toInstant } from '../core/time/index.js';
import type { ScopeName } from '../core/features/index.js';
import { type Client, type ClientStatus } from './client.entity.js';

const CLIENT_STATUSES = ['active', 'disabled'] as const satisfies ClientStatus[];

@ApiSchema({ name: 'CreateClient' })
export class CreateClientDto {
  @IsName()
  name!: string;

  @OmittableOrNull()
  @Trimmed()
  @IsTextOf(0, 500)
  description?: string;

  @OmittableOrNull()
  @IsObject()
  @ValidateNested()
  @Type(() => RateLimitsInputDto)
  rate_limits?: RateLimitsInputDto;

  /** The organization that it belongs to; can't be changed later. Default: your personal organization. */
  @Omittable()
  @Matches(/^org_[0-9A-Z]{26}$/, { message: 'organization_id must be the ID of an organization' })
  organization_id?: string;
}

@ApiSchema({ name: 'UpdateClient', description: "Properties that you leave out don't change." })
export class UpdateClientDto {
  @Omittable()
  @IsName()
  name?: string;

  /** Null removes it. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @Trimmed()
  @IsTextOf(0, 500)
  description?: string | null;

  @OmittableOrNull()
  @IsObject()
  @ValidateNested()
  @Type(() => RateLimitsInputDto)
  rate_limits?: RateLimitsInputDto;

  @ApiPropertyOptional({
    enum: DECLARED_BY_FEATURES,
    enumName: 'ClientScope',
    isArray: true,
    description: 'For administrators. Scopes removed from the client are removed from its keys immediately.',
  })
  @Omittable()
  @IsArray()
  @ArrayUnique({ message: '$property must not repeat a value' })
  @IsDeclared('ClientScope', { each: true })
  scopes?: ScopeName[];

  @ApiPropertyOptional({
    enum: CLIENT_STATUSES,
    enumName: 'ClientStatus',
    description: 'For administrators. A disabled client and its keys stop working immediately.',
  })
  @Omittable()
  @IsIn(CLIENT_STATUSES, { message: `status must be one of ${CLIENT_STATUSES.join(', ')}` })
  status?: ClientStatus;
}

@ApiSchema({ name: 'ClientPageQuery' })
export class ClientPageQueryDto extends PageQueryDto {
  /** Part of a name, ignoring case, or a client's ID. */
  @Omittable()
  @Trimmed()
  @IsTextOf(1, 100)
  query?: string;

  /** Only those of this organization. */
  @Omittable()
  @Matches(/^org_[0-9A-Z]{26}$/, { message: 'organization_id must be the ID of an organization' })
  organization_id?: string;

  /** For administrators: the clients that this account created. */
  @ApiPropertyOptional({ example: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  @IsOptional()
  @Matches(/^acc_[0-9A-Z]{26}$/, { message: 'account_id must be the ID of an account' })
  account_id?: string;
}

@ApiSchema({ name: 'Client' })
export class ClientDto {
  /** Starts with `cli_`. */
  client_id!: string;
  organization_id!: string;
  name!: string;
  description!: string | null;
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'ClientScope', isArray: true })
  scopes!: ScopeName[];
  rate_limits!: RateLimitsDto;
  @ApiProperty({ enum: CLIENT_STATUSES, enumName: 'ClientStatus' })
  status!: ClientStatus;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

@ApiSchema({ name: 'CreatedClient' })
export class CreatedClientDto extends ClientDto {
  /** Returned only in this response. */
  client_secret!: string;
}

@ApiSchema({ name: 'ClientPage' })
export class ClientPageDto {
  data!: ClientDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

export function toClientDto(client: Client): ClientDto {
  return {
    client_id: client.id,
    organization_id: client.organization.id,
    name: client.name,
    description: client.description ?? null,
    scopes: client.scopes,
    rate_limits: toRateLimitsDto(client.rateLimits),
    status: client.status,
    created_at: toInstant(client.createdAt),
    updated_at: toInstant(client.updatedAt),
  };
}
