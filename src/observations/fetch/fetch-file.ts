import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { USER_AGENT, boundedFetch, reasonOf, retryAfterMs } from '../../core/outbound/index.js';
import { MINUTE_MS } from '../../core/time/index.js';
import { FeedError } from './feed-error.js';

const decompress = promisify(gunzip);
const DEADLINE_MS = MINUTE_MS;
/** The world's METARs are 1 MB. */
const MOST_BYTES = 16 * 1024 * 1024;
const GZIP = [0x1f, 0x8b];

/** What tells the versions of a file apart. */
export interface FileVersion {
  readonly url: string;
  readonly tag: string | null;
  readonly modified: string | null;
}

export interface FetchedFile<T> {
  readonly content: T;
  readonly version: FileVersion;
}

/**
 * Reads the first file that exists and can be read: at each base URL, the first of the paths that exists.
 * @param known the version that was read before
 * @param read reads the file's text, or throws
 * @returns undefined if it is still that version
 * @throws the failure that says most, FeedError or that of reading
 */
export async function fetchFile<T>(
  baseUrls: readonly string[],
  paths: readonly string[],
  known: FileVersion | undefined,
  read: (text: string, url: string) => Promise<T>,
  signal: AbortSignal,
): Promise<FetchedFile<T> | undefined> {
  const failures: Error[] = [];
  for (const baseUrl of baseUrls)
    for (const path of paths) {
      const url = `${baseUrl}/${path}`;
      const before = known?.url === url ? known : undefined;
      try {
        const found = await (url.startsWith('file:') ? readOne(url, before) : fetchOne(url, before, signal));
        if (!found) return undefined;
        const content = await read(await textOf(url, found.bytes), url);
        return { content, version: { url, ...found.version } };
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error as Error);
        if (!isMissing(error as Error)) break;
      }
    }
  const isLimit = ({ name }: Error) => name === 'TooManyRequestsError';
  // That a file is missing says less than any other failure.
  throw failures.find(isLimit) ?? failures.find((error) => !isMissing(error)) ?? failures[0];
}

function isMissing({ name }: Error): boolean {
  return name === 'FileMissingError';
}

type Found = { bytes: Uint8Array; version: Omit<FileVersion, 'url'> } | undefined;

async function fetchOne(url: string, known: FileVersion | undefined, signal: AbortSignal): Promise<Found> {
  const get = boundedFetch(AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]), fetch, MOST_BYTES);
  const headers = {
    'user-agent': USER_AGENT,
    ...(known?.tag && { 'if-none-match': known.tag }),
    ...(known?.modified && { 'if-modified-since': known.modified }),
  };
  const response = await get(url, { headers }).catch((error: Error) => {
    throw new FeedError('ConnectionError', `${url}: ${reasonOf(error)}`);
  });
  const { status } = response;
  if (status === 304 && known) return undefined;
  if (status === 404) throw new FeedError('FileMissingError', `${url} does not exist (404)`);
  if (status === 429) {
    const message = `${url}: the server asks for fewer requests (429)`;
    throw new FeedError('TooManyRequestsError', message, retryAfterMs(response.headers));
  }
  if (status !== 200) throw new FeedError('HttpStatusError', `${url}: the server returned ${status}`);
  const version = { tag: response.headers.get('etag'), modified: response.headers.get('last-modified') };
  return { bytes: new Uint8Array(await response.arrayBuffer()), version };
}

async function readOne(url: string, known: FileVersion | undefined): Promise<Found> {
  try {
    const path = fileURLToPath(url);
    const { mtimeMs, size } = await stat(path);
    const tag = `${mtimeMs} ${size}`;
    if (known?.tag === tag) return undefined;
    if (size > MOST_BYTES) throw new Error(`it is longer than ${MOST_BYTES} bytes`);
    return { bytes: await readFile(path), version: { tag, modified: null } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new FeedError('FileMissingError', `${url} does not exist`);
    throw new FeedError('FileUnreadableError', `${url} cannot be read: ${message}`);
  }
}

/** @throws FeedError (FileUnreadableError) if it is compressed and damaged, or too long */
async function textOf(url: string, bytes: Uint8Array): Promise<string> {
  try {
    const isCompressed = GZIP.every((byte, i) => bytes[i] === byte);
    const plain = isCompressed ? await decompress(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
    return new TextDecoder().decode(plain);
  } catch (error) {
    throw new FeedError('FileUnreadableError', `${url}: ${(error as Error).message}`);
  }
}
