import { EXAMPLE_ULID } from '../../core/http/identifier.js';
import { defineFeature } from '../../core/features/define-feature.js';
import { AuditEvent } from '../../core/audit/audit-event.entity.js';
import { AuditReportsModule } from './audit-reports.module.js';
import { Migration20261122200005 } from '../../core/audit/migrations/Migration20261122200005.js';
import { Migration20261123040300 } from '../../core/audit/migrations/Migration20261123040300.js';
import { Migration20261123115700 } from '../../core/audit/migrations/Migration20261123115700.js';
import type { ScopeDescription } from '../../core/features/feature.types.js';

const scopes = {
  'audit:read': { title: 'Read the audit trail', holders: ['token'], byDefault: false },
} satisfies Record<string, ScopeDescription>;

const idPrefixes = { 'audit event': 'aud' } as const;

const examples = {
  'AuditEvent.id': `aud_${EXAMPLE_ULID}`,
  'AuditEvent.action': 'client.created',
  'AuditEvent.title': 'Client created',
  'AuditActor.client_id': null,
  'AuditActor.token_id': null,
  target_id: `cli_${EXAMPLE_ULID}`,
  details: { name: 'Weather station' },
};

export const AUDIT_FEATURE = defineFeature({
  name: 'audit',
  module: AuditReportsModule,
  entities: [AuditEvent],
  migrations: [Migration20261122200005, Migration20261123040300, Migration20261123115700],
  scopes,
  idPrefixes,
  tags: [{ name: 'Audit', description: 'Who changed what, when and from where.' }],
  examples,
});

declare module '../../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
