import { Module } from '@nestjs/common';
import { AuditModule } from '../../core/audit/index.js';
import { AccountsModule } from '../../accounts/index.js';
import { OrganizationsModule } from '../organizations.module.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditController } from './audit.controller.js';

/** Separate from recording, since read permissions depend on features that record. */
@Module({
  imports: [AuditModule, AccountsModule, OrganizationsModule],
  controllers: [AuditController],
  providers: [AuditReaderService],
})
export class AuditReportsModule {}
