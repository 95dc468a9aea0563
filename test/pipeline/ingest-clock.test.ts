import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HOUR_MS } from '../../src/core/time/index.js';
import { ingestRun } from '../../src/ingest/ingest.pipeline.js';
import { HttpSource } from '../../src/ingest/source/http-source.js';
import { gfs } from '../../src/weather/models/gfs/gfs.model.js';
import { latestRun, nextRun } from '../../src/weather/models/run-times.js';
import { startWholeRunMirror } from '../support/gfs-steps.js';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { PATIENT, wholeRun } from './worker-process.js';

/** A run in the future by the local clock, but 12 hours in the past by the clock of a source that is two days ahead. */
const RUN = nextRun(gfs, latestRun(gfs, new Date(Date.now() + 36 * HOUR_MS)));

describeWithSharedData('a machine whose clock is two days behind', () => {
  let harness: IngestHarness;
  let mirror: MirrorServer;
  beforeAll(async () => {
    harness = await IngestHarness.create();
    mirror = await startWholeRunMirror(join(sharedData ?? '', 'gfs'), [RUN]);
  });
  afterAll(async () => {
    await mirror.close();
    await harness.remove();
  });

  const take = (clockSkewMs?: number) => {
    const request = { ...wholeRun(harness.dataDirectory, RUN), clockSkewMs };
    const progress = { begin: () => undefined, step: () => undefined, end: () => undefined };
    const { signal } = new AbortController();
    return ingestRun(request, {
      sources: [new HttpSource(mirror.url, PATIENT)],
      policy: PATIENT,
      progress,
      signal,
    });
  };

  test("takes a run that exists by the source's clock", async () => {
    await expect(take()).rejects.toMatchObject({ name: 'FutureRunError' });
    expect(mirror.requests).toEqual([]);
    expect(await take(48 * HOUR_MS)).toMatchObject({ stepsHours: [0, 3, 6, 9, 12] });
    expect(harness.withRun(({ run }) => run)).toEqual(RUN);
  });
});
