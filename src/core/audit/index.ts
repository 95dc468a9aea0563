export { AuditEvent } from './audit-event.entity.js';
export { type AuditEntry, AuditLogService } from './audit-log.service.js';
export { AuditModule } from './audit.module.js';
export { Migration20261122200005 } from './migrations/Migration20261122200005.js';
export { Migration20261123040300 } from './migrations/Migration20261123040300.js';
export { Migration20261123115700 } from './migrations/Migration20261123115700.js';
