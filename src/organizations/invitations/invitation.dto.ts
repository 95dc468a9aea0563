import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { toInstant } from '../../core/time/index.js';
import { IsEmailAddress, IsTextOf } from '../../core/http/index.js';
import type { Invitation } from './invitation.entity.js';
import { ORGANIZATION_ROLES, type OrganizationRole } from '../permissions.js';

@ApiSchema({ name: 'CreateInvitation' })
export class CreateInvitationDto {
  /** Only the account with this address can accept. Not case-sensitive; at most 254 characters. */
  @IsEmailAddress()
  email!: string;

  @ApiProperty({ enum: ORGANIZATION_ROLES, enumName: 'OrganizationRole' })
  @IsIn(ORGANIZATION_ROLES, { message: `role must be one of ${ORGANIZATION_ROLES.join(', ')}` })
  role!: OrganizationRole;
}

@ApiSchema({ name: 'InvitationLink' })
export class InvitationLinkDto {
  /** What the link has after `#token=`. */
  @IsTextOf(1, 100)
  token!: string;
}

@ApiSchema({ name: 'Invitation' })
export class InvitationDto {
  /** Starts with `inv_`. */
  id!: string;
  email!: string;
  @ApiProperty({ enum: ORGANIZATION_ROLES, enumName: 'OrganizationRole' })
  role!: OrganizationRole;
  /** The account that invites. */
  invited_by!: string;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC: seven days later. */
  expires_at!: string;
}

@ApiSchema({ name: 'Inviter' })
export class InviterDto {
  full_name!: string;
  email!: string;
}

@ApiSchema({ name: 'InvitationPreview' })
export class InvitationPreviewDto {
  /** @example 'Example Weather Ltd' */
  organization_name!: string;
  @ApiProperty({ enum: ORGANIZATION_ROLES, enumName: 'OrganizationRole' })
  role!: OrganizationRole;
  /** Who invites. */
  invited_by!: InviterDto;
  /** ISO 8601, UTC. */
  expires_at!: string;
}

@ApiSchema({ name: 'CreatedInvitation' })
export class CreatedInvitationDto extends InvitationDto {
  /** The link for the invited person. Returned only in this response. */
  url!: string;
  /** Whether the service also emails the invitation. It does if it sends mail, your own address is verified, and neither you nor the recipient has reached the limit for emailed invitations. */
  @ApiProperty({ example: false })
  is_mailed!: boolean;
}

@ApiSchema({ name: 'InvitationPage' })
export class InvitationPageDto {
  data!: InvitationDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

export function toInvitationDto(invitation: Invitation): InvitationDto {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    invited_by: invitedBy,
    created_at: toInstant(createdAt),
    expires_at: toInstant(expiresAt),
  };
}
