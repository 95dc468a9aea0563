import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { FactorChecksService } from './factor-checks.service.js';
import { FactorNoticesService } from './factor-notices.service.js';
import { FactorsController } from './factors.controller.js';
import { FactorsService } from './factors.service.js';
import { RecoveryCodesService } from './recovery-codes.service.js';

@Module({
  imports: [AccountsModule, AuditModule, MailModule],
  controllers: [FactorsController],
  providers: [FactorsService, FactorChecksService, FactorNoticesService, RecoveryCodesService],
  exports: [FactorChecksService],
})
export class FactorsModule {}
