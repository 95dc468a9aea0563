import type { Database } from '../database.js';

/** A row of the service's table of events. */
export interface AnnouncedEvent {
  id: string;
  type: string;
  organizationId: string | null;
  clientId: string | null;
  data: Record<string, unknown>;
  /** Null until a position is assigned. */
  position: number | null;
  timestamp: string;
}

/** Returns the events by position, those without one last. */
export function announcedEvents(database: Database): Promise<AnnouncedEvent[]> {
  return database.sql<AnnouncedEvent>(
    `select id, type, organization_id as "organizationId", client_id as "clientId", data, position::float8 as position,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as timestamp
     from announced_events order by announced_events.position nulls last`,
  );
}

/** Returns the name that the soak's own record uses for the event. */
export function nameOf({ type, data }: AnnouncedEvent): { what: string; whom: string } {
  const text = (member: string) => String(data[member]);
  if (type === 'client.changed') {
    const key = data.api_key_id === undefined ? '' : ` ${text('api_key_id')}`;
    return { what: `${type} ${text('change')}`, whom: `${text('client_id')}${key}` };
  }
  if (type === 'forecast.alert') return { what: `${type} ${text('state')}`, whom: text('alert_id') };
  if (type === 'quota.reached') return { what: `${type} ${text('percent')}`, whom: text('client_id') };
  if (type === 'run.published') return { what: type, whom: `${text('run')} ${text('isComplete')}` };
  return { what: type, whom: JSON.stringify(data) };
}
