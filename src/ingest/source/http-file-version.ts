import { type FileVersion } from './file-version.js';

/** Returns the version described by a response to HEAD; undefined if it has no length. */
export function versionOf({ headers }: Response): FileVersion | undefined {
  const length = headers.get('content-length');
  if (length === null) return undefined;
  return {
    sizeBytes: Number(length),
    tag: strongEntityTag(headers) ?? headers.get('last-modified') ?? undefined,
  };
}

/**
 * Returns headers that ask for only this version (RFC 9110, section 13.1): the server responds with 412 if it has
 * another.
 */
export function preconditionOf(version: FileVersion | undefined): Record<string, string> {
  if (version?.tag === undefined) return {};
  return isEntityTag(version.tag) ? { 'if-match': version.tag } : { 'if-unmodified-since': version.tag };
}

/** Whether a response (200, 206, 416) is of another version: a server may ignore preconditions. */
export function isOtherVersion({ sizeBytes, tag }: FileVersion, { status, headers }: Response): boolean {
  const [, sizeOfRange] = /^bytes .+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  const size = status === 200 ? headers.get('content-length') : sizeOfRange;
  if (size != undefined && Number(size) !== sizeBytes) return true;
  if (tag === undefined) return false;
  const present = isEntityTag(tag) ? strongEntityTag(headers) : headers.get('last-modified');
  return (present ?? tag) !== tag;
}

/** Returns the entity tag unless it is weak (W/"..."): other bytes may have the same weak tag. */
function strongEntityTag(headers: Headers): string | undefined {
  const tag = headers.get('etag');
  return tag !== null && isEntityTag(tag) ? tag : undefined;
}

function isEntityTag(tag: string): boolean {
  return tag.startsWith('"');
}
