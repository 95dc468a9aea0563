import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditController } from './audit.controller.js';

@Module({
  controllers: [AuditController],
  providers: [AuditLogService, AuditReaderService],
  exports: [AuditLogService],
})
export class AuditModule {}
