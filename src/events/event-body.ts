import type { PublishedEvent } from './event.types.js';

/** An event as subscribers get it: the payload of Standard Webhooks, in one line of JSON. */
export function eventBody({ type, timestamp, data }: PublishedEvent): string {
  return JSON.stringify({ type, timestamp, data: JSON.parse(data) as unknown });
}
