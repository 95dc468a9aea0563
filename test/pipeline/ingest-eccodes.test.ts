/** @slow */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type VariableName } from '../../src/weather/meteo/variables.js';
import { sharedData } from '../support/shared-data.js';
import { IngestHarness } from './ingest-harness.js';
import { storedPlane } from './stored-planes.js';

const hasEcCodes = spawnSync('grib_get_data', ['-V']).status === 0;
if (!hasEcCodes)
  console.warn('Skipped: the comparison of whole fields with ecCodes, which is not installed.');
const describeWithEcCodes = hasEcCodes && sharedData !== undefined ? describe : describe.skip;

const { variables } = JSON.parse(
  readFileSync(new URL('fixtures/gfs-20200804t12.values.json', import.meta.url), 'utf8'),
) as { variables: Record<VariableName, { where: string; values: Record<string, unknown> }> };

/** Copies the messages of all variables, since each look-up among the hundreds of others would take a second. */
function extract(file: string, target: string): void {
  const shortNames = Object.values(variables).map(({ where }) => /shortName=(\w+)/.exec(where)?.[1]);
  spawnSync('grib_copy', ['-w', `shortName=${shortNames.join('/')}`, file, target]);
}

/** Returns all values of the first matching message, in file order; NaN where missing. */
function decodeWithEcCodes(file: string, where: string): number[] {
  const args = ['-m', 'NaN', '-F', '%.15g', '-w', where, file];
  const [message] = spawnSync('grib_get_data', args, { encoding: 'utf8', maxBuffer: 1e8 })
    .stdout.split(/^Latitude.*\n/m)
    .slice(1);
  return message
    .trim()
    .split('\n')
    .map((line) => Number(line.trim().split(/\s+/)[2]));
}

/** The rows of the shared run's files run from south to north. */
function flipRows(values: number[], ni: number): number[] {
  return values.map((_, i) => values[values.length - ni - i + 2 * (i % ni)]);
}

describeWithEcCodes('every cell of the run of 2020-08-04T12', () => {
  const root = join(sharedData ?? '', 'gfs');
  let harness: IngestHarness;
  let extracts: string;

  beforeAll(async () => {
    harness = await IngestHarness.create();
    await harness.run(root, ['--run', '2020-08-04T12']);
    extracts = await mkdtemp(join(tmpdir(), 'eccodes-'));
    for (const step of ['0', '6', '12']) {
      const name = `gfs.t12z.pgrb2.0p25.f${step.padStart(3, '0')}`;
      extract(join(root, 'gfs.20200804/12/atmos', name), join(extracts, step));
    }
  });
  afterAll(async () => {
    await harness.remove();
    await rm(extracts, { recursive: true });
  });

  test.each(Object.keys(variables) as VariableName[])('matches ecCodes: %s', (name) =>
    harness.withRun((run) => {
      const isStatic = run.manifest.statics.some((stored) => stored.name === name);
      for (const step of Object.keys(variables[name].values)) {
        // f012 has the run's total in addition to the bucket; at f006 both are the same.
        const bucket = name === 'precipitation' && step === '12' ? ',stepRange=6-12' : '';
        const expected = flipRows(
          decodeWithEcCodes(join(extracts, step), variables[name].where + bucket),
          49,
        );
        const stored = storedPlane(run, name, isStatic ? 'static' : Number(step)) ?? [];
        expect(stored).toHaveLength(expected.length);
        const worst = Math.max(
          ...stored.map((value, i) => (Object.is(value, expected[i]) ? 0 : Math.abs(value - expected[i]))),
        );
        expect(worst).toBeLessThan(1e-8);
      }
    }),
  );
});
