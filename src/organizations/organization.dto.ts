import { ApiPropertyOptional, ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import { toInstant } from '../core/time/index.js';
import {
  DECLARED_BY_FEATURES,
  IsName,
  Omittable,
  PageQueryDto,
  RateLimitsDto,
  RateLimitsInputDto,
  toRateLimitsDto,
} from '../core/http/index.js';
import type { Organization } from './organization.entity.js';
import { ORGANIZATION_ROLES, type OrganizationRole, type Permission, type Standing } from './permissions.js';

/** Whether an organization is open to one of its members. */
const ORGANIZATION_ACCESSES = ['open', 'factor_required'] as const;
type OrganizationAccess = (typeof ORGANIZATION_ACCESSES)[number];

@ApiSchema({ name: 'CreateOrganization' })
export class CreateOrganizationDto {
  @IsName()
  name!: string;
}

@ApiSchema({ name: 'UpdateOrganization', description: "Properties that you leave out don't change." })
export class UpdateOrganizationDto {
  /** To rename a personal organization, change `organization` in the account. */
  @Omittable()
  @IsName()
  name?: string;

  @ApiPropertyOptional({
    description:
      "For administrators. Limits for all of the organization's clients together, on top of each client's. Null means no limit, and windows that you leave out don't change.",
  })
  @Omittable()
  @IsObject()
  @ValidateNested()
  @Type(() => RateLimitsInputDto)
  rate_limits?: RateLimitsInputDto;

  @ApiPropertyOptional({
    description:
      'For owners, with a second factor and a sign-in in the last 10 minutes. Whether members need a second factor to use the organization.',
  })
  @Omittable()
  @IsBoolean({ message: 'require_factor must be true or false' })
  require_factor?: boolean;
}

@ApiSchema({ name: 'OrganizationPageQuery' })
export class OrganizationPageQueryDto extends PageQueryDto {
  /** For administrators: the organizations of this account. */
  @ApiPropertyOptional({ example: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  @IsOptional()
  @Matches(/^acc_[0-9A-Z]{26}$/, { message: 'account_id must be the ID of an account' })
  account_id?: string;
}

@ApiSchema({ name: 'Organization' })
export class OrganizationDto {
  /** Starts with `org_`. */
  id!: string;
  name!: string;
  /** Whether it is the personal organization of an account. It is deleted with that account. */
  personal!: boolean;
  /** Your role in it. Null for an administrator of the service who isn't a member. */
  @ApiProperty({ enum: ORGANIZATION_ROLES, enumName: 'OrganizationRole', nullable: true })
  role!: OrganizationRole | null;
  /** What your role allows you to do in it. */
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'OrganizationPermission', isArray: true })
  permissions!: Permission[];
  /** Whether its members need a second factor. */
  require_factor!: boolean;
  /** `factor_required`: until you add a second factor, you can only leave the organization. */
  @ApiProperty({ enum: ORGANIZATION_ACCESSES, enumName: 'OrganizationAccess' })
  access!: OrganizationAccess;
  /** For all of its clients together. */
  rate_limits!: RateLimitsDto;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

@ApiSchema({ name: 'OrganizationQuota' })
export class OrganizationQuotaDto {
  /** How many organizations an account can create. */
  @ApiProperty({ type: 'integer', example: 5 })
  limit!: number;
  /** How many more you can create now. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 4 })
  remaining!: number;
}

@ApiSchema({ name: 'OrganizationPage' })
export class OrganizationPageDto {
  data!: OrganizationDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

const NO_LIMITS = { second: null, minute: null, hour: null, day: null };

/**
 * @param organization with its personal account loaded
 * @param permissions the viewer's
 * @param standing the viewer's standing in the organization
 */
export function toOrganizationDto(
  organization: Organization,
  permissions: Permission[],
  standing: Standing | undefined,
): OrganizationDto {
  const { id, personalAccount, rateLimits, createdAt, updatedAt } = organization;
  return {
    id,
    name: organization.title(),
    personal: Boolean(personalAccount),
    role: standing?.role ?? null,
    permissions,
    require_factor: organization.requireFactor,
    access: standing?.lacksFactor ? 'factor_required' : 'open',
    rate_limits: toRateLimitsDto(rateLimits ?? NO_LIMITS),
    created_at: toInstant(createdAt),
    updated_at: toInstant(updatedAt),
  };
}
