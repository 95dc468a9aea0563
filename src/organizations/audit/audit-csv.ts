import { stringify } from 'csv-stringify/sync';
import type { AuditEventDto } from './audit.dto.js';

const COLUMNS = [
  ...['time', 'action', 'title', 'actor', 'actor_id', 'address', 'target', 'target_id'],
  ...['organization_id', 'client_id', 'request_id', 'details'],
];

/** Names are chosen by people: one that a spreadsheet would take for a formula is marked as text. */
export function auditCsv(events: AuditEventDto[]): string {
  const rows = events.map(({ actor, ...event }) => ({
    ...event,
    time: event.created_at,
    actor: actor.name ?? actor.kind,
    actor_id: actor.client_id ?? actor.account_id,
    address: actor.address,
    request_id: actor.request_id,
    target: event.target_name,
    details: JSON.stringify(event.details),
  }));
  return stringify(rows, {
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
