import type { EventType, Events } from '../features/names.types.js';

/** What a feature announces. */
export type Announcement = {
  [Type in EventType]: {
    type: Type;
    data: Events[Type];
    /** A key under which the event is written at most once, whichever process notices it. */
    once?: string;
  };
}[EventType] &
  EventOwner;

/** Whose event it is: those may be told who may see this client, or else any of this organization; without both, everybody. */
type EventOwner =
  { organizationId: string; clientId?: string } | { organizationId?: undefined; clientId?: undefined };

/** An event in its place among the others. */
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

/** PostgreSQL's notifications: an event waits for its place, and some have got theirs. */
export const ANNOUNCED_CHANNEL = 'weather_events_announced';
export const PUBLISHED_CHANNEL = 'weather_events_published';

/** After so many days an event is forgotten. */
export const EVENTS_KEPT_DAYS = 7;

/** An event as subscribers get it: the payload of Standard Webhooks, in one line of JSON. */
export function eventBody({ type, timestamp, data }: PublishedEvent): string {
  return JSON.stringify({ type, timestamp, data: JSON.parse(data) as unknown });
}
