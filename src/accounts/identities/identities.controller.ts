import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type Actor,
  CurrentActor,
  Endpoint,
  IdParam,
  RequiresSession,
  requireFreshSignIn,
} from '../../core/http/index.js';
import { Account } from '../account.entity.js';
import { CurrentAccount } from '../current-account.decorator.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityListDto, toIdentityDto } from './identity.dto.js';

@ApiTags('Accounts')
@Controller('v1/accounts/me/identities')
export class IdentitiesController {
  constructor(private readonly identities: IdentitiesService) {}

  @Get()
  @RequiresSession('profile:read')
  @Endpoint({
    id: 'listIdentities',
    summary: 'List your sign-in methods',
    description: 'Returns your password, if you have one, and your connected identity providers.',
  })
  async list(@CurrentAccount() { id }: Account): Promise<IdentityListDto> {
    return { data: (await this.identities.list(id)).map(toIdentityDto) };
  }

  @Delete(':identityId')
  @HttpCode(204)
  @RequiresSession()
  @Endpoint({
    id: 'deleteIdentity',
    summary: 'Remove a sign-in method',
    description:
      "Removes your password or the connection to an identity provider. You must have signed in within the last 10 minutes. You can't remove the only one.",
    problems: [
      'fresh_sign_in_required',
      { conflict: 'This is your only sign-in method. Add another one first.' },
    ],
  })
  async remove(
    @CurrentAccount() { id }: Account,
    @IdParam('identityId', 'idn') identityId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    requireFreshSignIn(actor);
    await this.identities.remove(id, identityId, actor);
  }
}
