/** @jest-environment node */
import { type RmOptions } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type MirrorServer } from '../support/mirror-server.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { type IngestHarness as Harness } from './ingest-harness.js';

const real = await import('node:fs/promises');
const root = join(sharedData ?? '', 'gfs');

/** Paths that can't be deleted or renamed. */
let stuck: RegExp | undefined;

function refuse(path: string, call: string): void {
  if (!stuck?.test(path)) return;
  throw Object.assign(new Error(`EIO: i/o error, ${call}`), { code: 'EIO' });
}

const faulty = {
  async rm(path: string, options: RmOptions) {
    refuse(path, 'rm');
    await real.rm(path, options);
  },
  async rename(from: string, to: string) {
    refuse(to, 'rename');
    await real.rename(from, to);
  },
};
jest.unstable_mockModule('node:fs/promises', () => ({ ...real, ...faulty, default: { ...real, ...faulty } }));
const { IngestHarness } = await import('./ingest-harness.js');
const { MirrorServer: Mirror } = await import('../support/mirror-server.js');

describeWithSharedData("a published run whose downloads and predecessors can't be deleted", () => {
  const older = new Date('2020-08-04T06:00:00Z');
  let harness: Harness;
  let mirror: MirrorServer;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    const from = { run: new Date('2020-08-04T12:00:00Z'), resolution: '0p25' };
    mirror = await Mirror.start({ root, redate: { from, to: [{ run: older, resolution: '0p25' }] } });
    const outcome = await harness.run(mirror.url, ['--run', '2020-08-04T06', '--steps', '0']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
  });
  afterAll(async () => {
    stuck = undefined;
    await mirror.close();
    await harness.remove();
  });

  test('succeeds with warnings, and the next ingest deletes them', async () => {
    const newer = ['--run', '2020-08-04T12', '--steps', '0'];
    stuck = /downloads\/gfs_[^/]+$|\.removed$/;
    const outcome = await harness.run(mirror.url, newer, { RUNS_KEPT: '1' });
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('gfs 0p25 run 2020-08-04T12Z published');
    expect(outcome.stdout).toContain(
      'warning: The run is published, but its downloads could not be deleted: EIO: i/o error, rm.\n' +
        'warning: The run is published, but older runs could not be deleted: EIO: i/o error, rename.\n',
    );
    const stored = () => {
      const catalogue = harness.catalogue();
      const runs = catalogue.runs().map(({ run }) => run.toISOString().slice(0, 13));
      catalogue.close();
      return runs;
    };
    expect(stored()).toEqual(['2020-08-04T12', '2020-08-04T06']);

    stuck = undefined;
    await harness.run(mirror.url, newer, { RUNS_KEPT: '1' });
    expect(stored()).toEqual(['2020-08-04T12']);
    expect(await harness.downloads()).toEqual([]);
  });
});
