import { DAY_MS, before } from '../../core/time/index.js';
import { EXAMPLE_ULID, everyEntry } from '../../core/http/index.js';
import { deleteInOrder } from '../../core/database/index.js';
import { defineFeature } from '../../core/features/index.js';
import { retain } from '../../core/retention/index.js';
import { Mail } from '../../core/mail/index.js';
import { Migration20261122001000 } from './migrations/Migration20261122001000.js';
import { Migration20261128165137 } from './migrations/Migration20261128165137.js';
import { MailListService } from './mail-list.service.js';
import { MailReportsModule } from './mail-reports.module.js';

const auditActions = {
  'mail.retried': 'Message sent again',
} as const;

const idPrefixes = { message: 'msg' } as const;

const examples = {
  Mail: {
    id: `msg_${EXAMPLE_ULID}`,
    kind: 'email-verification',
    recipient: 'ada@example.com',
    account_id: `acc_${EXAMPLE_ULID}`,
    state: 'queued',
    attempts: 2,
    next_attempt_at: '2026-11-20T15:43:07Z',
    error: 'Mail command failed: 450 4.2.1 Try again later',
    queued_at: '2026-11-20T15:42:07Z',
    ended_at: null,
  },
};

export const MAIL_FEATURE = defineFeature({
  name: 'mail',
  module: MailReportsModule,
  entities: [Mail],
  migrations: [Migration20261122001000, Migration20261128165137],
  retention: [
    retain(Mail, {
      ended: (now) => ({ endedAt: { $lt: before(now, 30 * DAY_MS) } }),
      most: [
        { rows: 1_000, of: 'recipient', by: 'id', where: () => ({ endedAt: { $ne: null } }) },
        { rows: 1_000_000, by: 'id', where: () => ({ endedAt: { $ne: null } }) },
      ],
    }),
  ],
  auditActions,
  idPrefixes,
  tags: [{ name: 'Mail', description: 'The messages that the service sends, for administrators.' }],
  dashboard: [{ path: '/admin/mail', title: 'Mail', order: 120, adminsOnly: true }],
  examples,
  onAccountEnd: async (em, { id }) => {
    await deleteInOrder(em, Mail, { accountId: id });
  },
  exportOf: (_, account, { get }) => ({
    mails: everyEntry((page) => get(MailListService).listOf(account, page)),
  }),
});

declare module '../../core/features/names.types.js' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
  interface IdPrefixes extends Record<(typeof idPrefixes)[keyof typeof idPrefixes], true> {}
}
