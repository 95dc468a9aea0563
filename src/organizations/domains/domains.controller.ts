import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../../accounts/index.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  PageQueryDto,
  RequiresSession,
} from '../../core/http/index.js';
import { AddDomainDto, DomainDto, DomainPageDto } from './domain.dto.js';
import { DomainsService } from './domains.service.js';

@ApiTags('Organizations')
@Controller('v1/organizations/:organizationId/domains')
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @Post()
  @RequiresSession()
  @Endpoint({
    id: 'addDomain',
    summary: 'Add a domain',
    description:
      'Adds a domain to an organization, and returns the TXT record to publish in its DNS. Until the domain is verified, this has no effect. You must have signed in within the last 10 minutes.',
    problems: [
      'factor_required',
      'forbidden',
      'fresh_sign_in_required',
      { conflict: 'The organization has the domain example.com already.' },
    ],
  })
  add(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @Body() { domain }: AddDomainDto,
  ): Promise<DomainDto> {
    return this.domains.add(account, organizationId, domain, actor);
  }

  @Get()
  @RequiresSession()
  @Endpoint({
    id: 'listDomains',
    summary: "List an organization's domains",
    description: 'Returns the domains of an organization with their DNS records, newest first.',
    problems: ['factor_required', 'forbidden'],
  })
  list(
    @CurrentAccount() account: Account,
    @IdParam('organizationId', 'org') organizationId: string,
    @Query() page: PageQueryDto,
  ): Promise<DomainPageDto> {
    return this.domains.list(account, organizationId, page);
  }

  @Post(':domainId/verify')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'verifyDomain',
    summary: 'Verify a domain',
    description:
      "Looks up the domain's record in the DNS, and marks the domain as verified if it is there. Only one organization can have a domain. If another one has verified it before, and its own record is gone, the domain moves to this organization.",
    problems: [
      'factor_required',
      'forbidden',
      'dns_unavailable',
      { conflict: '_weather-forecast-service.example.com has no TXT record with this value yet.' },
    ],
  })
  verify(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @IdParam('domainId', 'dom') domainId: string,
  ): Promise<DomainDto> {
    return this.domains.verify(account, organizationId, domainId, actor);
  }

  @Delete(':domainId')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'removeDomain',
    summary: 'Remove a domain',
    description: 'Removes a domain from an organization. You must have signed in within the last 10 minutes.',
    problems: ['factor_required', 'forbidden', 'fresh_sign_in_required'],
  })
  remove(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @IdParam('domainId', 'dom') domainId: string,
  ): Promise<void> {
    return this.domains.remove(account, organizationId, domainId, actor);
  }
}
