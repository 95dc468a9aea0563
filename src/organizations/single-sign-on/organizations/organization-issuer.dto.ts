import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsIn, Matches, ValidateBy } from 'class-validator';
import { toInstant } from '../../../core/time/index.js';
import { IsTextOf, Omittable, OmittableOrNull } from '../../../core/http/index.js';
import { ISSUER_ROLES, type IssuerRole, type OrganizationIssuer } from './organization-issuer.entity.js';

const ROLES_OF_GROUPS = {
  type: 'object' as const,
  additionalProperties: { type: 'string', enum: [...ISSUER_ROLES] },
};

const MOST_GROUPS = 100;
const LONGEST_GROUP = 500;

function IsRolesOfGroups(): PropertyDecorator {
  return ValidateBy({
    name: 'isRolesOfGroups',
    validator: {
      validate: (value: unknown) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
        const entries = Object.entries(value);
        return (
          entries.length <= MOST_GROUPS &&
          entries.every(
            ([group, role]) =>
              group !== '' && group.length <= LONGEST_GROUP && ISSUER_ROLES.includes(role as IssuerRole),
          )
        );
      },
      defaultMessage: () =>
        `roles must name, for up to ${MOST_GROUPS} groups, one of ${ISSUER_ROLES.join(', ')}`,
    },
  });
}

@ApiSchema({ name: 'SetOrganizationIssuer' })
export class SetOrganizationIssuerDto {
  /** The provider's issuer, exactly as in its `/.well-known/openid-configuration`: an https URL. */
  @IsTextOf(1, 500)
  issuer!: string;

  /** The ID of this service at the provider. */
  @IsTextOf(1, 500)
  client_id!: string;

  /** Its secret there. You can leave it out if neither the issuer nor the client ID changes. */
  @Omittable()
  @IsTextOf(1, 2000)
  client_secret?: string;

  /** What to ask the provider for, separated by spaces. */
  @Omittable()
  @IsTextOf(1, 500)
  @Matches(/(^| )openid( |$)/, { message: 'scopes must contain openid' })
  scopes?: string = 'openid email profile';

  /** The claim in which the provider names a person's groups, in the ID token or the user info. */
  @OmittableOrNull()
  @IsTextOf(1, 200)
  groups_claim?: string | null;

  /** The role of each group. A person in several groups gets the highest role. Needs `groups_claim`. */
  @ApiPropertyOptional(ROLES_OF_GROUPS)
  @Omittable()
  @IsRolesOfGroups()
  roles?: Record<string, IssuerRole> = {};

  /** The role of people in none of these groups. Without it, they can't sign in. */
  @OmittableOrNull()
  @ApiProperty({ enum: ISSUER_ROLES })
  @IsIn(ISSUER_ROLES, { message: `default_role must be one of ${ISSUER_ROLES.join(', ')}` })
  default_role?: IssuerRole | null;

  /** Whether people who aren't members yet become members at their first sign-in. */
  @Omittable()
  @IsBoolean()
  sign_up?: boolean = false;
}

@ApiSchema({ name: 'OrganizationIssuer' })
export class OrganizationIssuerDto {
  issuer!: string;
  client_id!: string;
  scopes!: string;
  groups_claim!: string | null;
  @ApiProperty(ROLES_OF_GROUPS)
  roles!: Record<string, IssuerRole>;
  @ApiProperty({ enum: ISSUER_ROLES, nullable: true })
  default_role!: IssuerRole | null;
  sign_up!: boolean;
  /** What to register with the provider. */
  redirect_uri!: string;
  /** A link for your members: a page with the button that leads to the provider. */
  sign_in_url!: string;
  /** ISO 8601, UTC. */
  created_at!: string;
  /** ISO 8601, UTC. */
  updated_at!: string;
}

export function toOrganizationIssuerDto(
  issuer: OrganizationIssuer,
  urls: Pick<OrganizationIssuerDto, 'redirect_uri' | 'sign_in_url'>,
): OrganizationIssuerDto {
  return {
    issuer: issuer.issuer,
    client_id: issuer.clientId,
    scopes: issuer.scopes,
    groups_claim: issuer.groupsClaim ?? null,
    roles: issuer.roles,
    default_role: issuer.defaultRole ?? null,
    sign_up: issuer.signUp,
    ...urls,
    created_at: toInstant(issuer.createdAt),
    updated_at: toInstant(issuer.updatedAt),
  };
}

@ApiSchema({ name: 'FindSignIn' })
export class FindSignInDto {
  @IsTextOf(1, 254)
  email!: string;
}

@ApiSchema({ name: 'FoundSignIn' })
export class FoundSignInDto {
  /** Where to sign in with the identity provider of the address's domain: a path of this service. Null if it has none. */
  url!: string | null;
}
