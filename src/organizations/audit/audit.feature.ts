import { EXAMPLE_ULID, everyEntry } from '../../core/http/index.js';
import { type ScopeDescription, defineFeature } from '../../core/features/index.js';
import { AuditEvent } from '../../core/audit/index.js';
import { Migration20261122000900 } from './migrations/Migration20261122000900.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditReportsModule } from './audit-reports.module.js';

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
  migrations: [Migration20261122000900],
  scopes,
  idPrefixes,
  tags: [{ name: 'Audit', description: 'Who changed what, when and from where.' }],
  examples,
  exportOf: (_, account, { get }) => ({
    audit_events: everyEntry((page) =>
      get(AuditReaderService).list(account, { account_id: account.id, ...page }),
    ),
  }),
});

declare module '../../core/features/names.types.js' {
  interface Scopes extends Record<keyof typeof scopes, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
