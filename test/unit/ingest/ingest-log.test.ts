import { expect, test } from '@jest/globals';
import { IngestLog } from '../../../src/ingest/schedule/ingest-log.js';
import { type IngestSummary } from '../../../src/ingest/status/ingest-summary.js';
import { LogRecorder } from '../../support/log-recorder.js';

test('constant warnings of a source are logged once, and again when they change', () => {
  const log = new LogRecorder();
  const ingestLog = new IngestLog(log, 'http://mirror');
  const summary = { stepsHours: [0], sources: [], warnings: ['no ozone'] } as unknown as IngestSummary;
  const take = { run: new Date('2026-04-20T00:00:00Z'), steps: [0], isPart: false };
  for (const warnings of [['no ozone'], ['no ozone'], ['no ozone', 'no soil'], []])
    ingestLog.published(take, { ...summary, warnings });
  expect(log.lines.map(({ fields }) => fields.warnings)).toEqual([
    ['no ozone'],
    undefined,
    ['no ozone', 'no soil'],
    [],
  ]);
});
