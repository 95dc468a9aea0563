import { isDeepStrictEqual } from 'node:util';
import type { FaultLog } from '../fault-log.js';
import { type AnnouncedEvent, nameOf } from './announced-events.js';
import type { EventFollower } from './event-follower.js';
import type { Happenings } from './happenings.js';
import type { Arrival } from './webhook-endpoints.js';

/** Maximum time to record that an endpoint accepted an event, when the process has to wait for the database. */
const NOTED_WITHIN_MS = 5_000;

export interface WatchedWebhook {
  name: string;
  organizationId: string;
  /** Null means all. */
  eventTypes: readonly string[] | null;
  arrivals: readonly Arrival[];
}

/** What happened to an organization, or to all of them (null). */
export interface Account {
  organizationId: string | null;
  happenings: Happenings;
}

export interface Watched {
  /** The last position before the events that subscribers must receive. */
  startPosition: number;
  accounts: readonly Account[];
  webhooks: readonly WatchedWebhook[];
  followers: readonly EventFollower[];
  faults: FaultLog;
}

export interface EventDifference {
  /** Events that haven't arrived but still may. */
  missing: string[];
  wrong: string[];
  /** Events sent again to an endpoint that had accepted them, since that could not be recorded. */
  repeated: number;
  deliveries: number;
  announced: number;
  /** Number of streams opened. */
  streams: number;
}

/**
 * Compares the soak's own record with the announced events, and these with what subscribers received.
 * @param due IDs of the announced events that every subscriber must have received by now
 */
export function compareEvents(
  announced: readonly AnnouncedEvent[],
  due: ReadonlySet<string>,
  watched: Watched,
): EventDifference {
  const streams = watched.followers.reduce((sum, follower) => sum + follower.streams, 0);
  const difference: EventDifference = {
    missing: [],
    wrong: [],
    repeated: 0,
    deliveries: 0,
    announced: announced.length,
    streams,
  };
  for (const { organizationId, happenings } of watched.accounts) {
    const own = announced.filter((event) => event.organizationId === organizationId);
    const { missing, unexplained } = happenings.differences(own.map(nameOf));
    difference.missing.push(...missing);
    difference.wrong.push(...unexplained);
  }
  const known = watched.accounts.map(({ organizationId }) => organizationId);
  for (const { id, organizationId } of announced)
    if (!known.includes(organizationId))
      difference.wrong.push(`${id} is of ${organizationId}, which there is not`);
  const told = announced.filter(({ position }) => position === null || position > watched.startPosition);
  for (const webhook of watched.webhooks) compareDeliveries(webhook, { told, due, watched, difference });
  for (const follower of watched.followers) compareStream(follower, told, due, difference);
  return difference;
}

function compareDeliveries(
  { name, organizationId, eventTypes, arrivals }: WatchedWebhook,
  {
    told,
    due,
    watched: { faults },
    difference,
  }: { told: AnnouncedEvent[]; due: ReadonlySet<string>; watched: Watched; difference: EventDifference },
): void {
  const concerned = told.filter(
    (event) =>
      (event.organizationId === organizationId || event.organizationId === null) &&
      (eventTypes === null || eventTypes.includes(event.type)),
  );
  const positions = new Map(concerned.map((event, position) => [event.id, { event, position }]));
  const taken = new Map<string, number>();
  const wrong = (text: string) => difference.wrong.push(`${name}: ${text}`);
  let lastPosition = -1;
  for (const { id, body, badSignature, takenMs } of arrivals) {
    difference.deliveries += 1;
    const { event, position } = positions.get(id) ?? {};
    if (badSignature !== undefined) wrong(`${id} was not signed as it has to be: ${badSignature}`);
    if (event === undefined || position === undefined) {
      wrong(`${id} was sent, and is none of its events: ${body}`);
      continue;
    }
    if (!isOf(event, JSON.parse(body))) wrong(`${id} was sent as ${body}`);
    if (position < lastPosition) wrong(`${id} was sent after a later event`);
    lastPosition = Math.max(position, lastPosition);
    const firstMs = taken.get(id);
    if (firstMs !== undefined) {
      difference.repeated += 1;
      if (faults.lastEndMs('deliveries', firstMs, firstMs + NOTED_WITHIN_MS) === undefined)
        wrong(`${id} was sent again though it was taken, ${faults.describe(firstMs)}`);
    }
    if (takenMs !== undefined) taken.set(id, takenMs);
  }
  for (const { id } of concerned)
    if (due.has(id) && !taken.has(id)) difference.missing.push(`${name}: ${id} was not delivered`);
}

/** Expects each of the stream's events once and in order, whatever broke in between. */
function compareStream(
  { events, followed: { clientId, organizationId } }: EventFollower,
  told: AnnouncedEvent[],
  due: ReadonlySet<string>,
  difference: EventDifference,
): void {
  const expected = told.filter((event) =>
    event.clientId === null
      ? event.organizationId === null || event.organizationId === organizationId
      : event.clientId === clientId,
  );
  for (const [i, { id, event: type, data }] of events.entries()) {
    if (id === expected[i]?.id && type === data.type && isOf(expected[i], data)) continue;
    difference.wrong.push(`a stream of ${clientId}: event ${i} is ${id}, and not ${expected[i]?.id}`);
    return;
  }
  for (const { id } of expected.slice(events.length))
    if (due.has(id)) difference.missing.push(`a stream of ${clientId}: ${id} did not come`);
}

function isOf({ type, timestamp, data }: AnnouncedEvent, payload: unknown): boolean {
  return isDeepStrictEqual(payload, { type, timestamp, data });
}
