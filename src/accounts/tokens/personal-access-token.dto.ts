import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray } from 'class-validator';
import { toInstant } from '../../core/time/index.js';
import type { ScopeName } from '../../core/features/index.js';
import { DECLARED_BY_FEATURES, IsDeclared, IsName, IsFutureInstant } from '../../core/http/index.js';
import {
  type PersonalAccessToken,
  TOKEN_STATUSES,
  type TokenStatus,
} from './personal-access-token.entity.js';

const LONGEST_DAYS = 366;

@ApiSchema({ name: 'CreatePersonalAccessToken' })
export class CreatePersonalAccessTokenDto {
  @IsName()
  name!: string;

  @ApiProperty({
    enum: DECLARED_BY_FEATURES,
    enumName: 'TokenScope',
    isArray: true,
    minItems: 1,
    description: 'What the token can do, within your own permissions.',
  })
  @IsArray()
  @ArrayNotEmpty({ message: '$property must not be empty' })
  @ArrayUnique({ message: '$property must not repeat a value' })
  @IsDeclared('TokenScope', { each: true })
  scopes!: ScopeName[];

  @ApiProperty({
    format: 'date-time',
    description: `ISO 8601 with Z or an offset, at most ${LONGEST_DAYS} days ahead.`,
  })
  @IsFutureInstant(LONGEST_DAYS)
  expires_at!: string;
}

@ApiSchema({ name: 'PersonalAccessToken' })
export class PersonalAccessTokenDto {
  /** Starts with `pat_`, as the token does. */
  id!: string;
  name!: string;
  /** The first characters of the token. */
  start!: string;
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'TokenScope', isArray: true })
  scopes!: ScopeName[];
  @ApiProperty({ enum: TOKEN_STATUSES, enumName: 'TokenStatus' })
  status!: TokenStatus;
  /** ISO 8601, UTC. */
  expires_at!: string;
  /** ISO 8601, UTC; null unless it was revoked. */
  revoked_at!: string | null;
  /** ISO 8601, UTC, to the minute; null: not yet. */
  last_used_at!: string | null;
  /** ISO 8601, UTC. */
  created_at!: string;
}

@ApiSchema({ name: 'CreatedPersonalAccessToken' })
export class CreatedPersonalAccessTokenDto extends PersonalAccessTokenDto {
  /** Returned only in this response. Send it as `Authorization: Bearer <token>`. */
  token!: string;
}

@ApiSchema({ name: 'PersonalAccessTokenPage' })
export class PersonalAccessTokenPageDto {
  data!: PersonalAccessTokenDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

export function toPersonalAccessTokenDto(token: PersonalAccessToken): PersonalAccessTokenDto {
  return {
    id: token.id,
    name: token.name,
    start: token.start,
    scopes: token.scopes,
    status: token.statusAt(new Date()),
    expires_at: toInstant(token.expiresAt),
    revoked_at: token.revokedAt ? toInstant(token.revokedAt) : null,
    last_used_at: token.lastUsedAt ? toInstant(token.lastUsedAt) : null,
    created_at: toInstant(token.createdAt),
  };
}
