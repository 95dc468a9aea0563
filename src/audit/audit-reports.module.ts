import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditController } from './audit.controller.js';

/** Apart from what records, since who may read depends on features that record. */
@Module({
  imports: [OrganizationsModule],
  controllers: [AuditController],
  providers: [AuditReaderService],
})
export class AuditReportsModule {}
