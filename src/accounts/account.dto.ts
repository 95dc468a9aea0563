import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import {
  IsEmailAddress,
  IsName,
  IsPassword,
  IsTextOf,
  IsTypedSecret,
  Omittable,
  PageQueryDto,
  Trimmed,
} from '../core/http/index.js';
import { toInstant } from '../core/time/index.js';
import {
  ACCOUNT_ROLES,
  ACCOUNT_STATUSES,
  type Account,
  type AccountRole,
  type AccountStatus,
} from './account.entity.js';

@ApiSchema({ name: 'Account' })
export class AccountDto {
  /** Starts with `acc_`. */
  id!: string;
  full_name!: string;
  email!: string;
  organization!: string | null;
  // Named, since the order of a type's members depends on what is compiled before it.
  @ApiProperty({ enum: ACCOUNT_ROLES })
  role!: AccountRole;
  status!: 'active' | 'disabled';
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

export function toAccountDto(account: Account): AccountDto {
  return {
    id: account.id,
    full_name: account.fullName,
    email: account.email,
    // Names the personal organization, which a session confined to another organization has no access to.
    organization: account.confinedTo === undefined ? (account.organization ?? null) : null,
    role: account.role,
    status: account.status,
    created_at: toInstant(account.createdAt),
    updated_at: toInstant(account.updatedAt),
  };
}

@ApiSchema({ name: 'UpdateOwnAccount' })
export class UpdateOwnAccountDto {
  @Omittable()
  @IsName()
  full_name?: string;

  /** Not case-sensitive; at most 254 characters. */
  @Omittable()
  @IsEmailAddress()
  email?: string;

  /** Null: none. */
  @IsOptional()
  @IsName()
  organization?: string | null;
}

@ApiSchema({ name: 'UpdateAccount' })
export class UpdateAccountDto extends UpdateOwnAccountDto {
  @ApiPropertyOptional({ enum: ACCOUNT_ROLES, enumName: 'AccountRole', description: 'For administrators.' })
  @Omittable()
  @IsIn(ACCOUNT_ROLES, { message: `role must be one of ${ACCOUNT_ROLES.join(', ')}` })
  role?: AccountRole;

  @ApiPropertyOptional({
    enum: ACCOUNT_STATUSES,
    enumName: 'AccountStatus',
    description: "For administrators. A disabled account's sessions end, and its keys stop working.",
  })
  @Omittable()
  @IsIn(ACCOUNT_STATUSES, { message: `status must be one of ${ACCOUNT_STATUSES.join(', ')}` })
  status?: AccountStatus;
}

@ApiSchema({ name: 'DeleteOwnAccount' })
export class DeleteOwnAccountDto {
  /** The account's password. Leave it out for an account without one, and sign in again first. */
  @Omittable()
  @IsTypedSecret(1, 256)
  password?: string;
}

@ApiSchema({ name: 'ChangePassword' })
export class ChangePasswordDto {
  /** Leave it out for an account without a password, and sign in again first. */
  @Omittable()
  @IsTypedSecret(1, 256)
  current_password?: string;

  /** 8 to 256 characters, counted in the Unicode form NFKC. Common passwords are rejected. */
  @IsPassword()
  new_password!: string;
}

@ApiSchema({ name: 'AccountPageQuery' })
export class AccountPageQueryDto extends PageQueryDto {
  /** Part of a name, an email address or an organization, in any case; or an account's ID. */
  @Omittable()
  @Trimmed()
  @IsTextOf(1, 254)
  query?: string;

  @ApiPropertyOptional({
    enum: ACCOUNT_STATUSES,
    enumName: 'AccountStatus',
    description: 'Only accounts of this status.',
  })
  @Omittable()
  @IsIn(ACCOUNT_STATUSES, { message: `status must be one of ${ACCOUNT_STATUSES.join(', ')}` })
  status?: AccountStatus;
}

@ApiSchema({ name: 'AccountOrganization' })
export class AccountOrganizationDto {
  /** Starts with `org_`. */
  id!: string;
  name!: string;
}

@ApiSchema({ name: 'ListedAccount' })
export class ListedAccountDto extends AccountDto {
  /** The organizations that the account is a member of, including its personal one, by name. */
  organizations!: AccountOrganizationDto[];
}

@ApiSchema({ name: 'AccountPage' })
export class AccountPageDto {
  data!: ListedAccountDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}
