import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import { AuditModule } from '../../core/audit/index.js';
import { MailModule } from '../../core/mail/index.js';
import { PersonalAccessTokensController } from './personal-access-tokens.controller.js';
import { PersonalAccessTokensService } from './personal-access-tokens.service.js';
import { TokenAuthenticatorService } from './token-authenticator.service.js';
import { TokenExpiryNoticesService } from './token-expiry-notices.service.js';

@Module({
  imports: [AccountsModule, AuditModule, MailModule],
  controllers: [PersonalAccessTokensController],
  providers: [PersonalAccessTokensService, TokenAuthenticatorService, TokenExpiryNoticesService],
  exports: [TokenAuthenticatorService],
})
export class PersonalAccessTokensModule {}
