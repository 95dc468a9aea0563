import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service.js';

/** For whoever records changes. */
@Module({ providers: [AuditLogService], exports: [AuditLogService] })
export class AuditModule {}
