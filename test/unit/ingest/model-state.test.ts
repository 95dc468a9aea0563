import { describe, expect, test } from '@jest/globals';
import { type ModelFacts, modelStateOf } from '../../../src/ingest/runs/model-state.js';

const NOW = new Date('2026-11-29T20:00:00Z');

const WELL: ModelFacts = {
  newestRun: '2026-11-29T12:00:00Z',
  nextRun: '2026-11-29T18:00:00Z',
  nextRunExpectedAt: '2026-11-29T22:10:00Z',
  lagSeconds: 0,
  isOverdue: false,
  ingest: { state: 'waiting', progress: null, lastError: null, nextPollAt: '2026-11-29T20:04:00Z' },
  faults: [],
  isScheduled: true,
};

const ingest = (other: Partial<ModelFacts['ingest']>) => ({ ingest: { ...WELL.ingest, ...other } });
const failed = (code: string, count: number) =>
  ingest({ lastError: { code, at: '2026-11-29T19:59:00Z', count } });
const progress = {
  run: '2026-11-29T18:00:00Z',
  startedAt: '2026-11-29T19:58:00Z',
  stepsDone: 52,
  steps: 209,
  downloadedBytes: 1,
  totalBytes: null,
};
const fault = (code: string) => ({
  faults: [{ code, detail: 'https://source.example', run: null, since: '2026-11-29T19:00:00Z' }],
});
const late = { lagSeconds: 60, nextRunExpectedAt: '2026-11-29T19:59:00Z' };

/** What is so; the whole text; whether a person should look. */
const CASES: [string, Partial<ModelFacts>, string, string, boolean][] = [
  [
    'a complete run',
    {},
    'up_to_date',
    'Up to date: Run of 12:00 UTC is complete; the next one is expected about 22:10 UTC.',
    false,
  ],
  [
    'another day',
    { newestRun: '2026-11-28T18:00:00Z', nextRunExpectedAt: '2026-11-30T00:10:00Z' },
    'up_to_date',
    'Up to date: Run of 28 November, 18:00 UTC is complete; the next one is expected about 30 November, 00:10 UTC.',
    false,
  ],
  [
    'a download',
    { ...late, ...ingest({ state: 'ingesting', progress, nextPollAt: null }) },
    'downloading',
    'Downloading: Run of 18:00 UTC: 52 of 209 steps are here.',
    false,
  ],
  [
    'a late run',
    late,
    'late',
    'Late: Run of 18:00 UTC was expected about 19:59 UTC; checking again at 20:04 UTC.',
    false,
  ],
  [
    'an overdue run, with the fault that says so',
    { ...late, isOverdue: true, ...fault('RunOverdueError'), ...ingest({ nextPollAt: null }) },
    'late',
    'Late: Run of 18:00 UTC was expected about 19:59 UTC; checking now.',
    true,
  ],
  [
    'a source that was away once',
    { ...late, ...failed('ConnectionError', 2) },
    'unreachable',
    'Source not reachable: Run of 12:00 UTC is in use; trying again at 20:04 UTC.',
    false,
  ],
  [
    'a source that stays away',
    { newestRun: null, ...failed('ConnectionError', 3) },
    'unreachable',
    'Source not reachable: No run is stored; trying again at 20:04 UTC.',
    true,
  ],
  [
    'a full disk',
    failed('DiskFullError', 3),
    'failing',
    'Last attempt failed: Run of 12:00 UTC is in use; trying again at 20:04 UTC.',
    true,
  ],
  [
    'other files at the source',
    fault('LayoutUnknownError'),
    'failing',
    "Source has changed: Its files aren't as expected, so new runs or some of their values may be missing. Run of 12:00 UTC is in use.",
    true,
  ],
  [
    'a new installation',
    { ...late, newestRun: null, isOverdue: true },
    'no_run',
    'No run yet: No complete run is stored; looking for one at 20:04 UTC.',
    false,
  ],
  [
    'a schedule that is off',
    { isScheduled: false, ...late, isOverdue: true, ...ingest({ state: 'off', nextPollAt: null }) },
    'off',
    'Off: Run of 12:00 UTC is in use; none is fetched automatically.',
    false,
  ],
  [
    'an ingest process that is gone',
    ingest({ state: 'off', nextPollAt: null }),
    'off',
    "Off: Run of 12:00 UTC is in use; the process that fetches runs doesn't report.",
    true,
  ],
];

describe('the state of a model', () => {
  test.each(CASES)('after %s is one state, in words', (_, facts, code, text, attention) => {
    const state = modelStateOf({ ...WELL, ...facts }, NOW);
    expect([state.code, `${state.title}: ${state.detail}`, state.needsAttention]).toEqual([
      code,
      text,
      attention,
    ]);
  });
});
