import { defineFeature } from '../features/define-feature.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditModule } from './audit.module.js';
import { Migration20261122200005 } from './migrations/Migration20261122200005.js';

const idPrefixes = { 'audit event': 'aud' } as const;

export const AUDIT_FEATURE = defineFeature({
  name: 'audit',
  module: AuditModule,
  entities: [AuditEvent],
  migrations: [Migration20261122200005],
  idPrefixes,
  tags: [{ name: 'Audit', description: 'Who changed what, when and from where.' }],
});

declare module '../features/names.types.js' {
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
