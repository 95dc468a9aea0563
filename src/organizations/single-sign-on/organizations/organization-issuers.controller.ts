import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../../../accounts/index.js';
import { type Actor, CurrentActor, Endpoint, IdParam, RequiresSession } from '../../../core/http/index.js';
import { OrganizationIssuerDto, SetOrganizationIssuerDto } from './organization-issuer.dto.js';
import { NO_DOMAIN, NO_ISSUER, OrganizationIssuersService } from './organization-issuers.service.js';

@ApiTags('Organizations')
@Controller('v1/organizations/:organizationId/issuer')
export class OrganizationIssuersController {
  constructor(private readonly issuers: OrganizationIssuersService) {}

  @Put()
  @RequiresSession()
  @Endpoint({
    id: 'setOrganizationIssuer',
    summary: "Set an organization's identity provider",
    description:
      "Lets people sign in to an organization with its own OpenID Connect provider, if their address is in one of its verified domains. Such a session gives access to this organization only. Reads the provider's metadata first, and signs out everybody who signed in with the previous provider. You must have signed in within the last 10 minutes.",
    problems: ['factor_required', 'forbidden', 'fresh_sign_in_required', { conflict: NO_DOMAIN }],
  })
  set(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @Body() body: SetOrganizationIssuerDto,
  ): Promise<OrganizationIssuerDto> {
    return this.issuers.set(account, organizationId, body, actor);
  }

  @Get()
  @RequiresSession()
  @Endpoint({
    id: 'getOrganizationIssuer',
    summary: "Get an organization's identity provider",
    description: 'Returns the identity provider of an organization, without the client secret.',
    problems: ['factor_required', 'forbidden', { not_found: NO_ISSUER }],
  })
  get(
    @CurrentAccount() account: Account,
    @IdParam('organizationId', 'org') organizationId: string,
  ): Promise<OrganizationIssuerDto> {
    return this.issuers.get(account, organizationId);
  }

  @Delete()
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'removeOrganizationIssuer',
    summary: "Remove an organization's identity provider",
    description:
      'Removes the identity provider of an organization, and signs out everybody who signed in with it. You must have signed in within the last 10 minutes.',
    problems: ['factor_required', 'forbidden', 'fresh_sign_in_required', { not_found: NO_ISSUER }],
  })
  remove(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
  ): Promise<void> {
    return this.issuers.remove(account, organizationId, actor);
  }
}
