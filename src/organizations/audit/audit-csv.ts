import { stringify } from 'csv-stringify/sync';
import { CSV_CELLS } from '../../core/http/index.js';
import type { AuditEventDto } from './audit.dto.js';

const COLUMNS = [
  ...['time', 'action', 'title', 'actor_kind', 'actor', 'actor_id', 'address', 'target', 'target_id'],
  ...['organization_id', 'client_id', 'request_id', 'details'],
];

/** Returns one line for each event, after a header line. */
export function auditCsv(events: AuditEventDto[]): string {
  const rows = events.map(({ actor, ...event }) => ({
    ...event,
    time: event.created_at,
    actor_kind: actor.kind,
    actor: actor.name,
    actor_id: actor.client_id ?? actor.account_id,
    address: actor.address,
    request_id: actor.request_id,
    target: event.target_name,
    details: JSON.stringify(event.details),
  }));
  return stringify(rows, {
    ...CSV_CELLS,
    header: true,
    columns: COLUMNS,
  });
}
