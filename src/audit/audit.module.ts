import { Module } from '@nestjs/common';
import { AuditLog } from './audit-log.service.js';
import { AuditReader } from './audit-reader.service.js';
import { AuditController } from './audit.controller.js';

@Module({
  controllers: [AuditController],
  providers: [AuditLog, AuditReader],
  exports: [AuditLog],
})
export class AuditModule {}
