import { mkdir, readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { DownloadCache } from '../../../src/ingest/download/download-cache.js';
import { type IngestRequest } from '../../../src/ingest/request/ingest-request.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { withDirectory } from '../store/synthetic-run.js';

test('deletes downloads of older runs, and others that nothing was added to for a day', () =>
  withDirectory(async (dataDirectory) => {
    const downloads = join(dataDirectory, 'downloads');
    const add = async (name: string, ageHours = 0) => {
      await mkdir(join(downloads, name), { recursive: true });
      const at = new Date(Date.now() - ageHours * HOUR_MS);
      await utimes(join(downloads, name), at, at);
    };
    await add('gfs_1p00_20261120T0600Z');
    await add('gfs_1p00_20261120T1800Z');
    await add('gfs_0p25_20261120T0600Z', 23);
    await add('gfs_0p50_20261120T0600Z', 25);
    await add('gfs_1p00_20261121T0000Z', 25);
    const run = new Date('2026-11-20T12:00:00Z');

    await DownloadCache.open({ dataDirectory, model: gfs, resolution: '1p00', run } as IngestRequest);

    expect((await readdir(downloads)).sort()).toEqual([
      'gfs_0p25_20261120T0600Z',
      'gfs_1p00_20261120T1200Z',
      'gfs_1p00_20261120T1800Z',
    ]);
  }));

test('leaves downloads alone that another model has just deleted or resumed', () =>
  withDirectory(async (dataDirectory) => {
    const downloads = join(dataDirectory, 'downloads');
    const open = (hour: number, resolution = '1p00') => {
      const run = new Date(Date.UTC(2026, 10, 20, hour));
      return DownloadCache.open({ dataDirectory, model: gfs, resolution, run } as IngestRequest);
    };
    await mkdir(downloads);
    // Is listed, but isn't there anymore, like a folder that is deleted meanwhile.
    await symlink(join(dataDirectory, 'deleted'), join(downloads, 'gefs_0p50_20261120T0600Z'));
    await open(6);
    const longAgo = new Date(Date.now() - 25 * HOUR_MS);
    await utimes(join(downloads, 'gfs_1p00_20261120T0600Z'), longAgo, longAgo);
    await open(6);
    await open(6, '0p25');

    expect((await readdir(downloads)).sort()).toEqual([
      'gefs_0p50_20261120T0600Z',
      'gfs_0p25_20261120T0600Z',
      'gfs_1p00_20261120T0600Z',
    ]);
  }));
