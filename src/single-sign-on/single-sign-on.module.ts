import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ConnectedIdentitiesController } from './connected-identities.controller.js';
import { IdentityProvidersService } from './identity-providers.service.js';
import { PendingSignInsService } from './pending-sign-ins.service.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { SingleSignOnService } from './single-sign-on.service.js';

@Module({
  imports: [AccountsModule, SessionsModule],
  controllers: [SingleSignOnController, ConnectedIdentitiesController],
  providers: [IdentityProvidersService, PendingSignInsService, SingleSignOnService],
})
export class SingleSignOnModule {}
