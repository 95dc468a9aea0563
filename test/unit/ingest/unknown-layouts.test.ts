import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RunFinder } from '../../../src/ingest/schedule/run-finder.js';
import { type ByteSource } from '../../../src/ingest/source/byte-source.js';
import { OWN_MODELS } from '../../../src/weather/models/own-models.js';

/** All runs before the 00 UTC run should have been complete long ago. */
const NOW = new Date('2026-11-21T10:00:00Z');

/** A reachable source without anything under the known names, because a folder or the files were renamed. */
const RENAMED: ByteSource = {
  location: 'http://mirror',
  isRemote: true,
  clockSkewMs: undefined,
  readText: () => Promise.resolve(undefined),
  describe: () => Promise.resolve(undefined),
  readRange: () => Promise.reject(new Error('nothing is to be fetched')),
};

const ICON_EU = 'icon-eu_europe_regular-lat-lon_single-level_2026112100_000';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'layouts-'));
});
afterAll(() => rm(directory, { recursive: true }));

test.each<[string, string[]]>([
  [
    'gfs',
    [
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.1p00.f000.idx',
      'gfs.20261121/00/atmos/gfs.t00z.pgrb2.0p25.f000.idx',
      'gfs.20261121/00/products/atmos/grib2/0p25/gfs.t00z.pres_a.0p25.f000.grib2.idx',
    ],
  ],
  [
    'ifs',
    [
      '20261121/00z/ifs/0p25/oper/20261121000000-0h-oper-fc.index',
      '20261121/00z/ifs/0p25/scda/20261121000000-0h-scda-fc.index',
    ],
  ],
  ['aifs', ['20261121/00z/aifs-single/0p25/oper/20261121000000-0h-oper-fc.index']],
  [
    'icon-eu',
    ['T_2M', 'U_10M', 'V_10M', 'PS'].map((name) => `00/${name.toLowerCase()}/${ICON_EU}_${name}.grib2.bz2`),
  ],
  [
    'gefs',
    [
      'gefs.20261121/00/atmos/pgrb2ap5/gec00.t00z.pgrb2a.0p50.f000.idx',
      'gefs.20261121/00/atmos/pgrb2sp25/gec00.t00z.pgrb2s.0p25.f000.idx',
    ],
  ],
])('a missing run of %s is reported with every place where its first step could be', async (name, paths) => {
  const model = OWN_MODELS.find((known) => known.name === name)!;
  const resolution = model.defaultResolution;
  const store = { dataDirectory: directory, runsDirectory: join(directory, 'runs'), runsKept: 2 };
  const finder = new RunFinder({ model, resolution, maxStepHours: 384, ...store }, [RENAMED]);
  const { take, overdue } = await finder.find(NOW, new AbortController().signal);
  expect(take).toBeUndefined();
  const { run, error } = overdue!;
  expect({ run, name: error.name }).toEqual({
    run: new Date('2026-11-21T00:00:00Z'),
    name: 'LayoutUnknownError',
  });
  const [, lookedFor] = error.message.split('looked for ');
  expect(lookedFor.split(', ')).toEqual(paths.map((path) => `http://mirror/${path}`));
});
