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
  WithinOrganization,
} from '../../core/http/index.js';
import {
  CreatedInvitationDto,
  CreateInvitationDto,
  InvitationLinkDto,
  InvitationPageDto,
  InvitationPreviewDto,
  toInvitationDto,
} from './invitation.dto.js';
import { InvitationsService } from './invitations.service.js';
import { OrganizationDto } from '../organization.dto.js';
import { OrganizationsService } from '../organizations.service.js';

const REFUSALS = {
  forbidden: 'The invitation is for another email address. Sign in with the account of that address.',
  conflict: 'You are a member of the organization already.',
};

@ApiTags('Organizations')
@Controller('v1')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly organizations: OrganizationsService,
  ) {}

  @Post('organizations/:organizationId/invitations')
  @WithinOrganization()
  @RequiresSession()
  @Endpoint({
    id: 'createInvitation',
    summary: 'Invite a member',
    description:
      'Creates a link for the account with this email address to become a member. The link works once, for seven days, and is returned only in this response. If the service sends mail and your own address is verified, it also emails a separate link to the address. Earlier invitations for the address stop working.',
    problems: [
      'factor_required',
      'forbidden',
      { conflict: 'ada@example.com is a member of the organization already.' },
    ],
  })
  async create(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @Body() body: CreateInvitationDto,
  ): Promise<CreatedInvitationDto> {
    const { invitation, url, isMailed } = await this.invitations.create(account, organizationId, body, actor);
    return { ...toInvitationDto(invitation), url, is_mailed: isMailed };
  }

  @Get('organizations/:organizationId/invitations')
  @WithinOrganization()
  @RequiresSession()
  @Endpoint({
    id: 'listInvitations',
    summary: "List an organization's invitations",
    description: 'Returns the invitations that can still be accepted, newest first, without their links.',
    problems: ['factor_required', 'forbidden'],
  })
  list(
    @CurrentAccount() account: Account,
    @IdParam('organizationId', 'org') organizationId: string,
    @Query() page: PageQueryDto,
  ): Promise<InvitationPageDto> {
    return this.invitations.list(account, organizationId, page);
  }

  @Delete('organizations/:organizationId/invitations/:invitationId')
  @HttpCode(204)
  @WithinOrganization()
  @RequiresSession()
  @Endpoint({
    id: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    description: 'Withdraws an invitation. Its link stops working immediately.',
    problems: ['factor_required', 'forbidden'],
  })
  withdraw(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @IdParam('invitationId', 'inv') invitationId: string,
  ): Promise<void> {
    return this.invitations.withdraw(account, organizationId, invitationId, actor);
  }

  @Post('invitations/preview')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'previewInvitation',
    summary: 'Preview an invitation',
    description:
      'Returns what the link is for, without accepting it. Your account must have the invited email address.',
    problems: [REFUSALS],
  })
  preview(
    @CurrentAccount() account: Account,
    @Body() { token }: InvitationLinkDto,
  ): Promise<InvitationPreviewDto> {
    return this.invitations.preview(account, token);
  }

  @Post('invitations/accept')
  @HttpCode(200)
  @RequiresSession()
  @Endpoint({
    id: 'acceptInvitation',
    summary: 'Accept an invitation',
    description: 'Makes you a member of the organization. Your account must have the invited email address.',
    problems: [REFUSALS],
  })
  async accept(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @Body() { token }: InvitationLinkDto,
  ): Promise<OrganizationDto> {
    const organizationId = await this.invitations.accept(account, token, actor);
    return this.organizations.get(account, organizationId);
  }
}
