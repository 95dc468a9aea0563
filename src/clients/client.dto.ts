import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { PageQueryDto } from '../common/http/page.dto.js';
import { IsName, IsTextOf, Omittable, OmittableOrNull, Trimmed } from '../common/http/text.validators.js';
import { toInstant } from '../common/instant.js';
import { CLIENT_SCOPES, type ClientScope } from './client-scope.types.js';
import { type Client, type ClientStatus } from './client.entity.js';

const CLIENT_STATUSES = ['active', 'disabled'] as const satisfies ClientStatus[];

function IsLimit(): PropertyDecorator {
  const message = '$property must be a whole number from 1 to 999999999, or null';
  return (target, property) => {
    ValidateIf((_, value) => value !== undefined && value !== null)(target, property);
    IsInt({ message })(target, property);
    Min(1, { message })(target, property);
    Max(999_999_999, { message })(target, property);
    ApiPropertyOptional({ type: 'integer', nullable: true, minimum: 1, maximum: 999_999_999 })(
      target,
      property,
    );
  };
}

@ApiSchema({
  name: 'RateLimitsInput',
  description: 'An omitted window takes the default; null means no such window.',
})
export class RateLimitsInputDto {
  @IsLimit()
  second?: number | null;

  @IsLimit()
  minute?: number | null;

  @IsLimit()
  hour?: number | null;

  @IsLimit()
  day?: number | null;
}

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
}

@ApiSchema({ name: 'UpdateClient', description: 'What is left out stays as it is.' })
export class UpdateClientDto {
  @Omittable()
  @IsName()
  name?: string;

  /** Null takes it away. */
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
    enum: CLIENT_SCOPES,
    enumName: 'ClientScope',
    isArray: true,
    description: 'For administrators. The keys of the client lose at once what it loses.',
  })
  @Omittable()
  @IsArray()
  @ArrayUnique()
  @IsIn(CLIENT_SCOPES, { each: true, message: `scopes must be among ${CLIENT_SCOPES.join(', ')}` })
  scopes?: ClientScope[];

  @ApiPropertyOptional({
    enum: CLIENT_STATUSES,
    enumName: 'ClientStatus',
    description: 'For administrators. A disabled client is refused at once, with all of its keys.',
  })
  @Omittable()
  @IsIn(CLIENT_STATUSES, { message: `status must be one of ${CLIENT_STATUSES.join(', ')}` })
  status?: ClientStatus;
}

@ApiSchema({ name: 'ClientPageQuery' })
export class ClientPageQueryDto extends PageQueryDto {
  /** Part of a name, in any case; or a client's id. */
  @Omittable()
  @Trimmed()
  @IsTextOf(1, 100)
  query?: string;

  /** For administrators: the clients of this account. */
  @ApiPropertyOptional({ example: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  @IsOptional()
  @Matches(/^acc_[0-9A-Z]{26}$/, { message: 'account_id must be the id of an account' })
  account_id?: string;
}

@ApiSchema({
  name: 'RateLimits',
  description:
    'Second and minute count requests; hour and day count units, one for each started 10,000 values of an answer. Null: no such window.',
})
export class RateLimitsDto {
  @ApiProperty({ type: 'integer', nullable: true, example: 10 })
  second!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 300 })
  minute!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 5000 })
  hour!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 50_000, description: 'The UTC day.' })
  day!: number | null;
}

@ApiSchema({ name: 'Client' })
export class ClientDto {
  /** Begins with `cli_`. */
  client_id!: string;
  name!: string;
  description!: string | null;
  @ApiProperty({ enum: CLIENT_SCOPES, enumName: 'ClientScope', isArray: true })
  scopes!: ClientScope[];
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
  /** Shown in this answer only. */
  client_secret!: string;
}

@ApiSchema({ name: 'ClientPage' })
export class ClientPageDto {
  data!: ClientDto[];
  /** For the next part of the list; null at its end. */
  next_cursor!: string | null;
}

export function toClientDto(client: Client): ClientDto {
  const { second, minute, hour, day } = client.rateLimits;
  return {
    client_id: client.id,
    name: client.name,
    description: client.description ?? null,
    scopes: client.scopes,
    rate_limits: { second, minute, hour, day },
    status: client.status,
    created_at: toInstant(client.createdAt),
    updated_at: toInstant(client.updatedAt),
  };
}
