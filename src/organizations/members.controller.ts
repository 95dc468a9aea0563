import { Body, Controller, Delete, Get, HttpCode, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Account, CurrentAccount } from '../accounts/index.js';
import {
  type Actor,
  CurrentActor,
  Endpoint,
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
  @Endpoint({
    id: 'listMembers',
    summary: "List an organization's members",
    description: 'Returns the members of an organization with their roles, newest accounts first.',
    problems: ['factor_required'],
  })
  list(
    @CurrentAccount() account: Account,
    @IdParam('organizationId', 'org') organizationId: string,
    @Query() page: PageQueryDto,
  ): Promise<MemberPageDto> {
    return this.members.list(account, organizationId, page);
  }

  @Patch(':accountId')
  @RequiresSession()
  @Endpoint({
    id: 'updateMember',
    summary: "Change a member's role",
    description:
      "Changes the role of a member. Only owners can make other members owners, or change an owner's role. To transfer ownership, make another member an owner, then change your own role or leave.",
    problems: ['factor_required', 'forbidden', LAST_OWNER],
  })
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
  @Endpoint({
    id: 'removeMember',
    summary: 'Remove a member',
    description:
      "Removes a member from an organization, or lets you leave it with your own account ID. The clients that the member created stay in the organization. You can't remove the last owner.",
    problems: ['factor_required', 'forbidden', LAST_OWNER],
  })
  remove(
    @CurrentAccount() account: Account,
    @CurrentActor() actor: Actor,
    @IdParam('organizationId', 'org') organizationId: string,
    @IdParam('accountId', 'acc') accountId: string,
  ): Promise<void> {
    return this.members.remove(account, organizationId, accountId, actor);
  }
}
