import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AccountAdministrationController } from './account-administration.controller.js';
import { AccountDependents } from './account-dependents.service.js';
import { AccountRegistration } from './account-registration.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { Authenticator } from './authenticator.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordResets } from './passwords/password-resets.service.js';
import { PasswordResetsController } from './passwords/password-resets.controller.js';
import { SetupToken } from './setup-token.service.js';
import { Setup } from './setup.service.js';

@Module({
  imports: [AuditModule],
  controllers: [AccountsController, AccountAdministrationController, PasswordResetsController],
  providers: [
    AccountsService,
    AccountRegistration,
    AccountDependents,
    Authenticator,
    PasswordHasher,
    PasswordResets,
    SetupToken,
    Setup,
  ],
  exports: [AccountsService, Authenticator, AccountDependents],
})
export class AccountsModule {}
