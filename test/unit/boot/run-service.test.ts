import { expect, it } from '@jest/globals';
import { runService } from '../../../src/boot/run-service.js';
import { DataDirectoryError } from '../../../src/core/common/data-directory.js';

const SIGNALS = ['SIGTERM', 'SIGINT'];

it('leaves signals to the process if the service fails to start', async () => {
  const before = SIGNALS.map((signal) => process.listenerCount(signal));

  const running = runService({ environment: { DATA_DIR: '/dev/null/data', LOG_LEVEL: 'silent' } });

  await expect(running).rejects.toThrow(DataDirectoryError);
  expect(SIGNALS.map((signal) => process.listenerCount(signal))).toEqual(before);
});
