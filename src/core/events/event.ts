import type { Events, EventType } from '../features/names.types.js';

/** An event as a feature announces it. */
export type Announcement = {
  [Type in EventType]: {
    type: Type;
    data: Events[Type];
    /** A key under which the event is stored at most once, whichever process notices it. */
    once?: string;
  };
}[EventType] &
  EventOwner;

/** Who may receive the event: whoever may see the client, else anyone in the organization, or everyone. By ID or entity. */
type EventOwner =
  | { organization: string | { id: string }; client?: string | { id: string }; everyone?: undefined }
  | { everyone: true; organization?: undefined; client?: undefined };

/** An event with its position. */
export interface PublishedEvent {
  id: string;
  type: EventType;
  organizationId: string | null;
  clientId: string | null;
  /** JSON. */
  data: string;
  position: number;
  /** When it was announced: ISO 8601, UTC. */
  timestamp: string;
}

/** PostgreSQL notification channels: an event waits for its position, and events have got their positions. */
export const ANNOUNCED_CHANNEL = 'weather_events_announced';
export const PUBLISHED_CHANNEL = 'weather_events_published';

/** Days after which an event is deleted. */
export const EVENTS_KEPT_DAYS = 7;

/** Returns the event as subscribers get it: a Standard Webhooks payload, as one line of JSON. */
export function eventBody({ type, timestamp, data }: PublishedEvent): string {
  return JSON.stringify({ type, timestamp, data: JSON.parse(data) as unknown });
}

/** The columns of a PublishedEvent. */
export const PUBLISHED_COLUMNS = `id, type, organization_id as "organizationId", client_id as "clientId",
  data::text as data, position::float8 as position,
  to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as timestamp`;
