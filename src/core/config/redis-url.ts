import type { EnvironmentReader } from './environment-reader.js';

const NAME = 'REDIS_URL';

/** Validates the URL, since the driver would treat any parameter as one of its options, and any path as a database. */
export function redisUrl(reader: EnvironmentReader): string | undefined {
  const value = reader.url(NAME, ['redis:', 'rediss:']);
  if (value === undefined) return undefined;
  const { protocol, hostname, pathname, searchParams, hash, username, password } = new URL(value);
  const [parameter] = searchParams.keys();
  if (parameter !== undefined)
    return reader.fault(
      NAME,
      `has the parameter "${parameter}", but parameters are not supported`,
      undefined,
    );
  if (!hostname || hash || !/^(?:\/\d{1,4})?$/.test(pathname) || !canDecode(username + password))
    return reader.fault(NAME, 'must be a URL like redis://user:password@host:6379/0', undefined);
  // The driver only recognizes the protocol in lower case.
  return protocol + value.slice(protocol.length);
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
