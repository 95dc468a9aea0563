import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SharedRunStore } from './configuration.js';
import { type EnvironmentReader } from './environment-reader.js';

const NAME = 'RUN_STORE_URL';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Region for servers other than Amazon's, which ignore it. */
const ANY_REGION = 'us-east-1';

/** Reads `file:///mnt/runs` or `s3://bucket/prefix`. The S3 client finds credentials on its own, in its usual ways. */
export function sharedRunStore(reader: EnvironmentReader, dataDirectory: string): SharedRunStore | undefined {
  const endpoint = reader.url('AWS_ENDPOINT_URL_S3', ['http:', 'https:']);
  const region = reader.text('AWS_REGION') ?? (endpoint && ANY_REGION);
  const value = reader.url(NAME, ['file:', 's3:']);
  if (value === undefined) return undefined;
  const url = new URL(value);
  if (url.protocol === 'file:') return volume(reader, url, dataDirectory);
  const { host: bucket, pathname, search, hash, username } = url;
  if (!BUCKET.test(bucket) || search || hash || username) {
    return reader.fault(NAME, 'must name a bucket, such as s3://bucket/prefix', undefined);
  }
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  return { kind: 'bucket', bucket, prefix: path === '' ? '' : `${path}/`, endpoint, region };
}

function volume(reader: EnvironmentReader, url: URL, dataDirectory: string): SharedRunStore | undefined {
  try {
    const directory = fileURLToPath(url);
    if (!`${directory}${sep}`.startsWith(`${dataDirectory}${sep}`)) return { kind: 'volume', directory };
  } catch {
    return reader.fault(
      NAME,
      'must be an absolute path on this machine, such as file:///mnt/runs',
      undefined,
    );
  }
  return reader.fault(NAME, 'must not be inside DATA_DIR, which belongs to one process', undefined);
}
