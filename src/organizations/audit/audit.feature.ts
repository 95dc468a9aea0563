import { DAY_MS, before } from '../../core/time/index.js';
import { EXAMPLE_ULID, everyEntry } from '../../core/http/index.js';
import { type ScopeDescription, defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { AuditEvent, AuditLogService, BY_ITSELF } from '../../core/audit/index.js';
import { Migration20261122000900 } from './migrations/Migration20261122000900.js';
import { AuditReaderService } from './audit-reader.service.js';
import { AuditReportsModule } from './audit-reports.module.js';

const scopes = {
  'audit:read': { title: 'Read the audit trail', holders: ['token'], byDefault: false },
} satisfies Record<string, ScopeDescription>;

const auditActions = { 'audit.shortened': 'Oldest entries removed' } as const;

const idPrefixes = { 'audit event': 'aud' } as const;

const examples = {
  'AuditEvent.id': `aud_${EXAMPLE_ULID}`,
  'AuditEvent.action': 'client.created',
  'AuditEvent.title': 'Client created',
  'AuditActor.client_id': null,
  'AuditActor.token_id': null,
  'AuditActor.name': 'Ada Lovelace',
  target_id: `cli_${EXAMPLE_ULID}`,
  details: { name: 'Weather station' },
};

export const AUDIT_FEATURE = defineFeature({
  name: 'audit',
  module: AuditReportsModule,
  entities: [AuditEvent],
  migrations: [Migration20261122000900],
  retention: [
    retain(AuditEvent, {
      most: [
        {
          rows: 100_000,
          // An entry says that the trail was shortened, which must not make it too long again.
          slack: 1_000,
          of: 'accountId',
          by: 'id',
          where: (now) => ({ createdAt: { $lt: before(now, 90 * DAY_MS) } }),
          onDelete: (em, { owner, rows }, { get }) =>
            get(AuditLogService).record(em, {
              action: 'audit.shortened',
              actor: BY_ITSELF,
              accountId: owner,
              targetId: owner,
              details: { events: rows },
            }),
        },
      ],
    }),
  ],
  auditActions,
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
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
