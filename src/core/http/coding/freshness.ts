import type { IncomingHttpHeaders } from 'node:http';

/** Validators of a representation's state (RFC 9110, 8.8). */
export interface Validators {
  /** With its quotes. */
  etag: string;
  lastModified: Date;
}

const ENTITY_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;
/** RFC 9110 has three date formats; each begins with the day of the week. */
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d$/;

/**
 * Whether the caller already has this state, by the conditions of a GET or HEAD request (RFC 9110, 13.1 and 13.2.2):
 * tags are compared weakly, and the date counts only without tags. An invalid date is ignored.
 */
export function isHeldAlready(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) {
    const listed: string[] = tags.match(ENTITY_TAG) ?? [];
    return tags.trim() === '*' || listed.includes(etag);
  }
  if (since === undefined) return false;
  const sinceMs = readHttpDate(since);
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= sinceMs;
}

/** Returns milliseconds since 1970; NaN if the text is not an HTTP date. */
function readHttpDate(text: string): number {
  const withoutZone = text.trim().replace(/ GMT$/, '');
  return HTTP_DATE.test(withoutZone) ? Date.parse(`${withoutZone} GMT`) : NaN;
}
