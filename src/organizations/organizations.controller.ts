import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../accounts/index.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  RequiresSession,
  WithinOrganization,
} from '../core/http/index.js';
import {
  CreateOrganizationDto,
  OrganizationDto,
  OrganizationPageDto,
  OrganizationPageQueryDto,
  OrganizationQuotaDto,
  UpdateOrganizationDto,
} from './organization.dto.js';
import { OrganizationsService, PERSONAL_REQUIRES_NO_FACTOR } from './organizations.service.js';

@ApiTags('Organizations')
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Post()
  @RequiresSession()
  @Endpoint({
    id: 'createOrganization',
    summary: 'Create an organization',
    description: 'Creates an organization that you own.',
    problems: [
      {
        conflict:
          'An account can create 5 organizations. Deleted organizations count until the UTC day ends.',
      },
    ],
  })
  create(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @Body() body: CreateOrganizationDto,
  ): Promise<OrganizationDto> {
    return this.organizations.create(account, body, actor);
  }

  @Get()
  @WithinOrganization()
  @RequiresSession('organizations:read')
  @Endpoint({
    id: 'listOrganizations',
    summary: 'List your organizations',
    description:
      'Returns the organizations that you are a member of, newest first. Administrators can list those of any account with `account_id`.',
    problems: [{ forbidden: "Only administrators can list other accounts' organizations." }],
  })
  list(
    @CurrentAccount() account: Account,
    @Query() query: OrganizationPageQueryDto,
  ): Promise<OrganizationPageDto> {
    return this.organizations.list(account, query);
  }

  @Get('quota')
  @RequiresSession('organizations:read')
  @Endpoint({
    id: 'getOrganizationQuota',
    summary: 'Get how many organizations you can create',
    description:
      'Returns how many organizations an account can create, and how many of them are left for you. Deleted organizations count until the UTC day ends.',
  })
  quota(@CurrentAccount() account: Account): Promise<OrganizationQuotaDto> {
    return this.organizations.quota(account);
  }

  @Get(':organizationId')
  @WithinOrganization()
  @RequiresSession('organizations:read')
  @Endpoint({
    id: 'getOrganization',
    summary: 'Get an organization',
    description:
      'Returns an organization with your role in it. `access` says whether you need a second factor to use it.',
  })
  get(
    @CurrentAccount() account: Account,
    @IdParam('organizationId', 'org') organizationId: string,
  ): Promise<OrganizationDto> {
    return this.organizations.get(account, organizationId);
  }

  @Patch(':organizationId')
  @WithinOrganization()
  @RequiresSession()
  @Endpoint({
    id: 'updateOrganization',
    summary: 'Update an organization',
    description:
      "Changes an organization's name, rate limits, or whether its members need a second factor. Properties that you leave out don't change. Only administrators can change rate limits. Only owners who have a second factor, and who signed in within the last 10 minutes, can require one.",
    problems: [
      'factor_required',
      'fresh_sign_in_required',
      'forbidden',
      { conflict: PERSONAL_REQUIRES_NO_FACTOR },
    ],
  })
  update(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @Body() body: UpdateOrganizationDto,
  ): Promise<OrganizationDto> {
    return this.organizations.update(account, organizationId, body, actor);
  }

  @Delete(':organizationId')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'deleteOrganization',
    summary: 'Delete an organization',
    description:
      "Deletes an organization with its clients and keys. This can't be undone. A personal organization can't be deleted: it is deleted with its account.",
    problems: [
      'factor_required',
      'forbidden',
      { conflict: 'A personal organization ends with its account, and only with it.' },
    ],
  })
  delete(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
  ): Promise<void> {
    return this.organizations.delete(account, organizationId, actor);
  }
}
