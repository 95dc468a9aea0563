import { networkOf } from '../../../core/network/index.js';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttemptsService } from '../../../core/attempts/index.js';
import { type Actor, CurrentActor, Endpoint, Public } from '../../../core/http/index.js';
import { FindSignInDto, FoundSignInDto } from './organization-issuer.dto.js';
import { OrganizationProvidersService } from './organization-providers.service.js';

@ApiTags('Sessions')
@Controller('v1/sessions/sso')
export class FindSignInController {
  constructor(
    private readonly providers: OrganizationProvidersService,
    private readonly attempts: AttemptsService,
  ) {}

  // Looks only at the domain, so that it reveals nothing about accounts.
  @Post()
  @HttpCode(200)
  @Public()
  @Endpoint({
    id: 'findSignIn',
    summary: "Find a company's identity provider",
    description:
      'Returns the sign-in URL of the organization that has verified the domain of an email address and has its own identity provider. Only the domain is checked.',
    problems: ['service_unavailable'],
  })
  async find(@Body() { email }: FindSignInDto, @CurrentActor() actor: Actor): Promise<FoundSignInDto> {
    await this.attempts.attempt('signInLookup', networkOf(String(actor.address)));
    return { url: (await this.providers.pathFor(email)) ?? null };
  }
}
