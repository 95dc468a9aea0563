import { Module } from '@nestjs/common';
import { AuditModule } from '../core/audit/index.js';
import { MailModule } from '../core/mail/index.js';
import { MailReportsModule } from './mails/mail-reports.module.js';
import { AccountAdministrationController } from './account-administration.controller.js';
import { AccountDependentsService } from './account-dependents.service.js';
import { AccountRegistrationService } from './account-registration.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AuthenticatorService } from './authenticator.service.js';
import { EmailChangeNoticesService } from './email/email-change-notices.service.js';
import { EmailController } from './email/email.controller.js';
import { EmailVerificationsService } from './email/email-verifications.service.js';
import { AccountExportController } from './export/account-export.controller.js';
import { AccountExportService } from './export/account-export.service.js';
import { IdentitiesController } from './identities/identities.controller.js';
import { IdentitiesService } from './identities/identities.service.js';
import { KnownNetworksService } from './known-networks/known-networks.service.js';
import { OneTimeLinksService } from './links/one-time-links.service.js';
import { PasswordHasherService } from './passwords/password-hasher.service.js';
import { PasswordResetRequestsService } from './passwords/password-reset-requests.service.js';
import { PasswordResetsService } from './passwords/password-resets.service.js';
import { PasswordResetsController } from './passwords/password-resets.controller.js';
import { RegistrationPolicyService } from './registration-policy.service.js';
import { SetupTokenService } from './setup-token.service.js';
import { SetupService } from './setup.service.js';

@Module({
  imports: [AuditModule, MailModule, MailReportsModule],
  controllers: [
    AccountsController,
    AccountAdministrationController,
    PasswordResetsController,
    IdentitiesController,
    EmailController,
    AccountExportController,
  ],
  providers: [
    AccountsService,
    AccountRegistrationService,
    RegistrationPolicyService,
    AccountDependentsService,
    AuthenticatorService,
    EmailChangeNoticesService,
    EmailVerificationsService,
    IdentitiesService,
    KnownNetworksService,
    AccountExportService,
    OneTimeLinksService,
    PasswordHasherService,
    PasswordResetsService,
    PasswordResetRequestsService,
    SetupTokenService,
    SetupService,
  ],
  exports: [
    AccountsService,
    AuthenticatorService,
    EmailVerificationsService,
    AccountDependentsService,
    IdentitiesService,
    KnownNetworksService,
    OneTimeLinksService,
  ],
})
export class AccountsModule {}
