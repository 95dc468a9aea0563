import { Body, Controller, Delete, Get, HttpCode, Patch, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../accounts/index.js';
import {
  type Actor,
  ApiProblems,
  CurrentActor,
  IdParam,
  PageQueryDto,
  RequiresSession,
  WithinOrganization,
} from '../core/http/index.js';
import { MemberDto, MemberPageDto, UpdateMemberDto } from './member.dto.js';
import { LAST_OWNER, MembersService } from './members.service.js';

@ApiTags('Organizations')
@WithinOrganization()
@Controller('v1/organizations/:organizationId/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @RequiresSession('organizations:read')
  @ApiOperation({
    operationId: 'listMembers',
    summary: "List an organization's members",
    description: 'Returns the members of an organization with their roles, newest accounts first.',
  })
  @ApiProblems('factor_required', 'not_found')
  list(
    @CurrentAccount() account: Account,
    @IdParam('organizationId', 'org') organizationId: string,
    @Query() page: PageQueryDto,
  ): Promise<MemberPageDto> {
    return this.members.list(account, organizationId, page);
  }

  @Patch(':accountId')
  @RequiresSession()
  @ApiOperation({
    operationId: 'updateMember',
    summary: "Change a member's role",
    description:
      "Changes the role of a member. Only owners can make other members owners, or change an owner's role. To transfer ownership, make another member an owner, then change your own role or leave.",
  })
  @ApiProblems('factor_required', 'cross_site_request', 'forbidden', 'not_found', LAST_OWNER)
  update(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @IdParam('accountId', 'acc') accountId: string,
    @Body() { role }: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.members.changeRole(account, organizationId, accountId, role, actor);
  }

  @Delete(':accountId')
  @HttpCode(204)
  @RequiresSession()
  @ApiOperation({
    operationId: 'removeMember',
    summary: 'Remove a member',
    description:
      "Removes a member from an organization, or lets you leave it with your own account ID. The clients that the member created stay in the organization. You can't remove the last owner.",
  })
  @ApiProblems('factor_required', 'cross_site_request', 'forbidden', 'not_found', LAST_OWNER)
  remove(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @IdParam('accountId', 'acc') accountId: string,
  ): Promise<void> {
    return this.members.remove(account, organizationId, accountId, actor);
  }
}
