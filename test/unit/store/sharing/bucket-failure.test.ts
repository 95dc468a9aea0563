import { expect, it } from '@jest/globals';
import { bucketFailure } from '../../../../src/store/sharing/bucket/bucket-failure.js';

it.each([
  ['NoSuchBucket', 404, 'RunStoreMissingError'],
  ['NoSuchKey', 404, 'RunObjectMissingError'],
  ['UnknownError', 404, 'RunObjectMissingError'],
  ['ExpiredToken', 400, 'RunStoreDeniedError'],
  ['UnknownError', 401, 'RunStoreDeniedError'],
  ['UnknownError', 403, 'RunStoreDeniedError'],
  ['RequestTimeout', 400, 'RunStoreUnreachableError'],
  ['UnknownError', 408, 'RunStoreUnreachableError'],
  ['UnknownError', 429, 'RunStoreUnreachableError'],
  ['InternalError', 500, 'RunStoreUnreachableError'],
  ['TimeoutError', undefined, 'RunStoreUnreachableError'],
  ['NotImplemented', 501, 'RunStoreRefusedError'],
  ['InvalidRequest', 400, 'RunStoreRefusedError'],
])('maps %s with the status %s to %s', (name, httpStatusCode, kind) => {
  const failure = Object.assign(new Error('said'), { name, $metadata: { httpStatusCode } });
  expect(bucketFailure(failure, 's3://bucket/').name).toBe(kind);
});
