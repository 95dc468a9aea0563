import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { toInstant } from '../core/time/index.js';
import type { Membership } from './membership.entity.js';
import { ORGANIZATION_ROLES, type OrganizationRole } from './permissions.js';

@ApiSchema({ name: 'UpdateMember' })
export class UpdateMemberDto {
  @ApiProperty({ enum: ORGANIZATION_ROLES, enumName: 'OrganizationRole' })
  @IsIn(ORGANIZATION_ROLES, { message: `role must be one of ${ORGANIZATION_ROLES.join(', ')}` })
  role!: OrganizationRole;
}

@ApiSchema({ name: 'Member' })
export class MemberDto {
  account_id!: string;
  full_name!: string;
  email!: string;
  @ApiProperty({ enum: ORGANIZATION_ROLES, enumName: 'OrganizationRole' })
  role!: OrganizationRole;
  status!: 'active' | 'disabled';
  /** Whether the account has a second factor. Null unless you may manage members. */
  @ApiProperty({ type: Boolean, nullable: true })
  has_factor!: boolean | null;
  /** ISO 8601, UTC. */
  joined_at!: string;
}

@ApiSchema({ name: 'MemberPage' })
export class MemberPageDto {
  data!: MemberDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

/**
 * @param membership with its account loaded
 * @param withFactor the accounts that have a second factor; undefined if the viewer may not know
 */
export function toMemberDto(
  { account, role, joinedAt }: Membership,
  withFactor: ReadonlySet<string> | undefined,
): MemberDto {
  return {
    account_id: account.id,
    full_name: account.fullName,
    email: account.email,
    role,
    status: account.status,
    has_factor: withFactor?.has(account.id) ?? null,
    joined_at: toInstant(joinedAt),
  };
}
