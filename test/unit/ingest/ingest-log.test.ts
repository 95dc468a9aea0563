import { expect, test } from '@jest/globals';
import { IngestLog } from '../../../src/ingest/schedule/ingest-log.js';
import { IngestStatus } from '../../../src/ingest/status/ingest-status.js';
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

test('a run is logged once, whatever its parts, its attempts and the runs between them', () => {
  const log = new LogRecorder();
  const ingestLog = new IngestLog(log, 'http://mirror');
  const [one, other] = [new Date('2026-04-20T00:00:00Z'), new Date('2026-04-20T06:00:00Z')];
  const attempts: [Date, number[]][] = [
    [one, [0, 3]],
    [one, [0, 3]],
    [other, [0]],
    [one, [0, 3, 6]],
  ];
  for (const [run, steps] of attempts) {
    const status = new IngestStatus();
    status.begin(run, run);
    ingestLog.begins({ run, steps, isPart: true });
    ingestLog.progress(status).begin(steps.length, 1e6);
  }
  expect(log.said('info', 'run')).toEqual([
    ['Downloading a model run', '2026-04-20T00Z'],
    ['Model run found at the source', '2026-04-20T00Z'],
    ['Downloading a model run', '2026-04-20T06Z'],
    ['Model run found at the source', '2026-04-20T06Z'],
    // Each part has its own size.
    ['Model run found at the source', '2026-04-20T00Z'],
  ]);
  expect(log.said('debug', 'run')).toHaveLength(3);
});

test('what was said of runs long ago is forgotten', () => {
  const log = new LogRecorder();
  const ingestLog = new IngestLog(log, 'http://mirror');
  const hours = [...Array(200).keys(), 199, 0];
  for (const hour of hours)
    ingestLog.begins({ run: new Date(Date.UTC(2026, 3, 20, hour)), steps: [0], isPart: false });
  // The last one is said again: the first run is forgotten, and run 199 isn't.
  expect(log.said('info', 'run')).toHaveLength(201);
  expect(log.said('debug', 'run')).toEqual([['Downloading a model run', '2026-04-28T07Z']]);
});
