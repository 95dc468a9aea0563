import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service.js';

/** For features that record changes. */
@Module({ providers: [AuditLogService], exports: [AuditLogService] })
export class AuditModule {}
