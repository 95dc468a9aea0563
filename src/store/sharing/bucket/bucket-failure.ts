import { RunStoreError, type RunStoreErrorName } from '../run-store-error.js';

/** What the S3 client's errors have in common; there are many classes of them. */
interface ClientFailure {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Placeholders used if the server or the client gave no reason. */
const MEANINGLESS = ['Error', 'UnknownError'];

const DENIED = [
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'CredentialsProviderError',
  'RequestTimeTooSkewed',
];

/** Converts an error of a bucket operation into a RunStoreError. */
export function bucketFailure(error: unknown, place: string): RunStoreError {
  const failure = error as ClientFailure;
  const status = failure.$metadata?.httpStatusCode;
  const told = [failure.name, failure.code, failure.message].filter(
    (text, i, all) => text && !MEANINGLESS.includes(text) && all.indexOf(text) === i,
  );
  return new RunStoreError(kindOf(failure, status), `${place}: ${told.join(': ')}`, error);
}

function kindOf({ name = '' }: ClientFailure, status: number | undefined): RunStoreErrorName {
  if (name === 'NoSuchBucket') return 'RunStoreMissingError';
  if (DENIED.includes(name) || status === 401 || status === 403) return 'RunStoreDeniedError';
  if (name === 'NoSuchKey' || name === 'NotFound' || status === 404) return 'RunObjectMissingError';
  // S3 responds with 400 to a body that arrives too slowly.
  if (name === 'RequestTimeout') return 'RunStoreUnreachableError';
  if (status === undefined || (status >= 500 && status !== 501) || status === 429 || status === 408)
    return 'RunStoreUnreachableError';
  return 'RunStoreRefusedError';
}
