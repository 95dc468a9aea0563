export { AuditEvent } from './audit-event.entity.js';
export { type AuditEntry, AuditLogService, BY_ITSELF } from './audit-log.service.js';
export { AuditModule } from './audit.module.js';
