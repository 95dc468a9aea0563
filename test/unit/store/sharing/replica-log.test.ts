import { expect, it } from '@jest/globals';
import { ReplicaLog } from '../../../../src/store/sharing/replica-log.js';
import { RunStoreError } from '../../../../src/store/sharing/run-store-error.js';
import { LogRecorder } from '../../../support/log-recorder.js';

const STORE = 's3://bucket/';

it('warns about a failure once until the store has been reachable again', () => {
  const recorder = new LogRecorder();
  const log = new ReplicaLog(recorder);
  const fail = () => log.failed(new RunStoreError('RunStoreUnreachableError', 'away'), STORE);

  fail();
  fail();
  log.succeeded(STORE);
  fail();

  expect(recorder.lines.map(({ level }) => level)).toEqual(['warn', 'debug', 'info', 'warn']);
});
