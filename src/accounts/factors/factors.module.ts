import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import { AuditModule } from '../../core/audit/index.js';
import { MailModule } from '../../core/mail/index.js';
import { FactorChecksService } from './factor-checks.service.js';
import { FactorNoticesService } from './factor-notices.service.js';
import { FactorRemovalService } from './factor-removal.service.js';
import { FactorsController } from './factors.controller.js';
import { FactorsService } from './factors.service.js';
import { PasskeyChallengesService } from './passkeys/passkey-challenges.service.js';
import { PasskeyFactorsService } from './passkeys/passkey-factors.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { TotpFactorsService } from './totp-factors.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

@Module({
  imports: [AccountsModule, AuditModule, MailModule],
  controllers: [FactorsController, PasskeysController],
  providers: [
    FactorsService,
    TotpFactorsService,
    PasskeyFactorsService,
    FactorChecksService,
    FactorNoticesService,
    FactorRemovalService,
    PasskeysService,
    PasskeyChallengesService,
    RecoveryCodesService,
  ],
  exports: [FactorChecksService, PasskeysService],
})
export class FactorsModule {}
