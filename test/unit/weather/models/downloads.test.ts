import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseEcmwfIndex } from '../../../../src/weather/grib/ecmwf-index.js';
import { type InventoryRecord, parseInventory } from '../../../../src/weather/grib/inventory.js';
import { readIndicator } from '../../../../src/weather/grib/sections/indicator-section.js';
import { plannedBytes } from '../../../../src/ingest/download/download.js';
import { planRun } from '../../../../src/ingest/plan/run-plan.js';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';
import { type Model } from '../../../../src/weather/models/model.js';
import { downloadBytes, stepsOf } from '../../../../src/weather/models/model-target.js';
import { OWN_MODELS } from '../../../../src/weather/models/own-models.js';
import { describeWithSharedData, sharedData } from '../../../support/shared-data.js';
import { guideText } from '../../../support/written-texts.js';
import { stepInventory } from '../../ingest/inventory-records.js';

const GB = 1e9;
/** The limit for the default models' download every six hours. */
const BOUND = 1.5 * GB;

const text = (name: string) => readFileSync(join(sharedData ?? '', 'index', name), 'utf8');
const gfsRecords = (step: string) =>
  parseInventory(text(`gfs.t00z.pgrb2.0p25.f${step}.idx`)).filter(
    // GFS v17 has no averaged precipitation types.
    ({ parameter, forecast }) =>
      !(['CRAIN', 'CSNOW', 'CFRZR', 'CICEP'].includes(parameter) && forecast.includes('ave')),
  );
const aifsRecords = (step: number) => parseEcmwfIndex(text(`aifs_single_20250301_00z_${step}h.index`));

/**
 * The AIFS records plus those that only IFS has, at the end of its file: the precipitation type as large as in a real
 * message, the others as a wind component.
 */
function ifsRecords(): InventoryRecord[] {
  const records = aifsRecords(6);
  const end = Math.max(...records.map(({ endBytes }) => endBytes!));
  const wind = records.find(({ parameter }) => parameter === '10v')!;
  const bytes = { ptype: bytesOfType(), '10fg': size(wind), mucape: size(wind) };
  return Object.entries(bytes).reduce((all, [parameter, length]) => {
    const offsetBytes = Math.max(end, ...all.map(({ endBytes }) => endBytes!)) + 100_000;
    return [...all, { ...wind, parameter, offsetBytes, endBytes: offsetBytes + length }];
  }, records);
}

/** The precipitation type is the largest message of the sample. */
function bytesOfType(): number {
  const file = readFileSync(join(sharedData ?? '', 'grib/ecmwf.ifs.20260310.t00z.0p25.surface.ccsds.grb2'));
  const largest = (offset: number, most: number): number => {
    if (offset >= file.length) return most;
    const { messageBytes } = readIndicator(file, offset);
    return largest(offset + messageBytes, Math.max(most, messageBytes));
  };
  return largest(0, 0);
}

function size({ offsetBytes, endBytes }: InventoryRecord): number {
  return endBytes! - offsetBytes;
}

/**
 * Bytes downloaded from a later step's inventory, without static fields, which are downloaded before, and the run
 * total, which comes last.
 */
function bytesOfStep(model: Model, stepHours: number, records: InventoryRecord[]): number {
  const inventory = {
    ...stepInventory(stepHours),
    records: records.map((record) => ({ ...record, path: 'file' })),
  };
  const sources = model.records
    .filter(({ static: isStatic }) => !isStatic)
    .map((source) => ({ ...source, checkRunTotal: false }));
  return plannedBytes(planRun(sources, [inventory], [0, stepHours]).steps)!;
}

const STEP: Record<string, (model: Model) => number> = {
  gfs: (model) => bytesOfStep(model, 7, gfsRecords('007')),
  ifs: (model) => bytesOfStep(model, 6, ifsRecords()),
  aifs: (model) => bytesOfStep(model, 6, aifsRecords(6)),
  // The control's precipitation record, once per member.
  gefs: ({ ensemble }) => {
    const records = parseInventory(text('gec00.t00z.pgrb2a.0p50.f432.idx'));
    return ensemble!.members.length * size(records.find(({ parameter }) => parameter === 'APCP')!);
  },
};

/** Bytes of a complete run that starts at an hour, calculated from later steps. */
function bytesOf(models: string, hour = 0): number {
  const run = new Date(Date.UTC(2026, 9, 1, hour));
  return loadConfiguration({ MODELS: models }, OWN_MODELS).models.reduce(
    (sum, target) => sum + stepsOf(target, run).length * STEP[target.model.name](target.model),
    0,
  );
}

describeWithSharedData('the downloads of the models', () => {
  test('stay within the limit by default', () => {
    const total = bytesOf('');
    expect(total).toBeLessThan(BOUND);
    // More than half of it, which shows that the calculation finds the records.
    expect(total).toBeGreaterThan(BOUND / 2);
  });

  test.each(['gfs', 'gfs:120', 'ifs', 'aifs', 'gefs'])(
    'match what the log says at the first start: %s',
    (models) => {
      const [target] = loadConfiguration({ MODELS: models }, OWN_MODELS).models;
      expect(downloadBytes(target)! / bytesOf(models)).toBeCloseTo(1, 1);
    },
  );

  test('match what the guide says', () => {
    const rows = [...guideText('model-runs').matchAll(/^\| `([^`]+)` +\| ([\d.]+) GB +\|/gm)];
    const said = rows
      .filter(([, models]) => !/^\dp/.test(models))
      .map(([, models, figure]) => [models, figure]);
    expect(said.length).toBeGreaterThan(4);
    expect(said).toEqual(said.map(([models]) => [models, (bytesOf(models) / GB).toFixed(2)]));
    const short = /0\.\d+ GB at 06 and 18 UTC/.exec(guideText('model-runs'))?.[0];
    expect(short).toBe(`${(bytesOf('ifs', 6) / GB).toFixed(2)} GB at 06 and 18 UTC`);
  });
});
