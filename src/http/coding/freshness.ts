import type { IncomingHttpHeaders } from 'node:http';

/** What tells one state of a representation from another. */
export interface Validators {
  /** With its quotes. */
  etag: string;
  lastModified: Date;
}

const ENTITY_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;
/** RFC 9110 knows three forms of a date; each begins with the day of the week. */
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? .*\d$/;

/**
 * Whether the caller holds this state already, by the conditions of a GET or HEAD request (RFC 9110, 13.1 and 13.2.2):
 * tags are compared weakly, and the date counts only where there are no tags. A date that cannot be read is none.
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

/** NaN for what is not a date of HTTP. */
function readHttpDate(text: string): number {
  const withoutZone = text.trim().replace(/ GMT$/, '');
  return HTTP_DATE.test(withoutZone) ? Date.parse(`${withoutZone} GMT`) : NaN;
}
