import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountsModule } from '../accounts.module.js';
import { AuditModule } from '../../core/audit/index.js';
import { FactorsModule } from '../factors/factors.module.js';
import { MailModule } from '../../core/mail/index.js';
import { PersonalAccessTokensModule } from '../tokens/personal-access-tokens.module.js';
import { SignInPlacesService } from './places/sign-in-places.service.js';
import { SessionGuard } from './session.guard.js';
import { PasskeySessionsController } from './passkey-sessions.controller.js';
import { SessionsController } from './sessions.controller.js';
import { SignInMethodsService } from './sign-in-methods.service.js';
import { FactorSignInsService } from './factor-sign-ins.service.js';
import { NewSessionsService } from './new-sessions.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInsService } from './sign-ins.service.js';
import { WaitingSignInsService } from './waiting-sign-ins.service.js';

@Module({
  imports: [AccountsModule, AuditModule, FactorsModule, MailModule, PersonalAccessTokensModule],
  controllers: [SessionsController, PasskeySessionsController],
  providers: [
    SessionsService,
    NewSessionsService,
    SignInsService,
    FactorSignInsService,
    SignInPlacesService,
    WaitingSignInsService,
    SignInMethodsService,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [SessionsService, SignInMethodsService],
})
export class SessionsModule {}
