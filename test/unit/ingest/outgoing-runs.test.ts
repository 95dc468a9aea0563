import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { type IngestRequest } from '../../../src/ingest/request/ingest-request.js';
import { type RunPlan } from '../../../src/ingest/plan/run-plan.js';
import { finishedRun } from '../../../src/ingest/publish/outgoing-runs.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { identity, withDirectory, writeRun } from '../store/synthetic-run.js';

const RUN = new Date('2026-11-20T12:00:00Z');
const FIELD = { variable: 'cape', step: 0, value: 1 } as const;

test.each([
  ['as it is planned', {}, [0, 3, 6], true],
  ['of fewer steps', {}, [0, 3, 6, 9], false],
  ['of more steps', {}, [0, 3], false],
  ['of other steps', {}, [0, 3, 9], false],
  ['another one', { run: new Date('2026-11-20T18:00:00Z') }, [0, 3, 6], false],
  ['of another resolution', { resolution: '0p25' }, [0, 3, 6], false],
])(
  'a finished run is uploaded if it matches the plan, and deleted otherwise: %s',
  (_, changes, steps, isWanted) =>
    withDirectory(async (runsDirectory) => {
      await writeRun(runsDirectory, identity({ run: RUN, ...changes }), [FIELD]);
      const sharedStore = { kind: 'bucket', bucket: 'b', prefix: '' };
      const request = { sharedStore, runsDirectory, model: gfs, resolution: '1p00', run: RUN };
      const plan = { steps: steps.map((stepHours) => ({ stepHours })) };

      const finished = await finishedRun(request as IngestRequest, plan as RunPlan);

      expect(finished !== undefined).toBe(isWanted);
      expect(await readdir(runsDirectory)).toHaveLength(isWanted ? 1 : 0);
    }),
);
