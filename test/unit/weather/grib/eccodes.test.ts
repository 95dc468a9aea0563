/** @slow */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { GribNotSupportedError } from '../../../../src/weather/grib/grib-not-supported-error.js';
import { loadPacking } from '../../../../src/weather/grib/load-packing.js';
import { type GribField, readFields } from '../../../../src/weather/grib/message.js';
import { describeWithEcCodes, readWithEcCodes } from '../../../support/eccodes.js';
import { sharedData } from '../../../support/shared-data.js';

const SUPPORTED_PACKINGS = [0, 2, 3, 40, 41, 42];

/** More bits than the JPEG 2000 library supports. */
const UNSUPPORTED_BITS: Record<string, number[]> = {
  'cmc.rdpa.20231218.apcp24.jpeg19bit-bitmap.grb2': [19, 20],
};
const TOLERANCE_OF_RANGE = 1e-12;

const KEYS = [
  'discipline',
  'centre:l',
  'dataDate',
  'dataTime',
  'productDefinitionTemplateNumber',
  'parameterCategory',
  'parameterNumber',
  'typeOfStatisticalProcessing:l',
  'stepRange',
  'stepUnits:l',
  'typeOfFirstFixedSurface:l',
  'scaleFactorOfFirstFixedSurface',
  'scaledValueOfFirstFixedSurface',
  'perturbationNumber:l',
  'derivedForecast:l',
  'numberOfDataPoints',
  'gridDefinitionTemplateNumber',
  'Ni',
  'Nj',
  'latitudeOfFirstGridPoint',
  'latitudeOfLastGridPoint',
  'longitudeOfFirstGridPoint',
  'dataRepresentationTemplateNumber',
  'numberOfGroupsOfDataValues',
];

type Keys = Record<string, string>;

/** A missing 32-bit number as ecCodes prints it. */
const MISSING_NUMBER = String(2 ** 31 - 1);

/**
 * Spans whose length and end time contradict each other: ecCodes uses the length, this decoder the end time. They are a
 * negative length from the Canadian center, and the rest of NDFD's first day.
 */
const CONTRADICTORY_STEPS: Record<string, Keys> = {
  'cmc.rdpa.20231218.apcp24.jpeg19bit-bitmap.grb2': { '24-4294967296': '24-0' },
  'ndfd.20231102.critfire.drt2-missing.grb2': { '0-24': '0-6' },
};

describeWithEcCodes('every field of the shared data is what ecCodes reads in it', () => {
  const root = sharedData ?? '';
  const files = globSync(
    ['grib/*.grb2', 'grib/gefs_*', 'grib/gep*', 'grib/ecmwf-ext-*', 'g{,e}fs/**/*.f[0-9][0-9][0-9]'],
    { cwd: root },
  ).sort();

  test('there are files to compare', () => {
    expect(files.length).toBeGreaterThan(20);
  });

  test.each(files.map((file) => [basename(file), join(root, file)]))('%s', async (name, path) => {
    const fields = readFields(readFileSync(path));
    let count = 0;
    for await (const { keys, values } of readWithEcCodes(path, KEYS, SUPPORTED_PACKINGS)) {
      const field = fields[count++];
      expect(metadata(field)).toEqual(expectedMetadata(keys));
      expect(steps(field)).toEqual(expectedSteps(name, keys));
      await loadPacking(field);
      const unsupportedBits = UNSUPPORTED_BITS[name]?.[count - 1];
      if (keys.numberOfGroupsOfDataValues === '0') expectConstant(field);
      else if (unsupportedBits) {
        expect(() => field.decode()).toThrow(new GribNotSupportedError('5.40', unsupportedBits));
      } else if (values) expectValues(field.decode(), values);
      else expect(() => field.decode()).toThrow(`table 5.0: ${field.packing.template} is not supported`);
    }
    expect(count).toBeGreaterThan(0);
    expect(fields).toHaveLength(count);
  });
});

function metadata({ discipline, centre, referenceTime, product, grid, packing }: GribField) {
  const { template, parameterCategory, parameterNumber, statisticalProcess, level } = product;
  const { member, derivedForecast } = product;
  return {
    source: [discipline, centre, referenceTime.toISOString().slice(0, 16)],
    product: [template, parameterCategory, parameterNumber, statisticalProcess, level.type, level.value],
    ensemble: [member, derivedForecast],
    points: grid.pointCount,
    grid:
      grid.kind === 'unsupported'
        ? [grid.template]
        : [grid.ni, grid.nj, grid.latitudeFirst, grid.longitudeFirst],
    packing: packing.template,
  };
}

function expectedMetadata(keys: Keys) {
  const number = (key: string): number => Number(keys[key]);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(keys.dataDate) ?? [];
  const [, hour, minute] = /^(\d\d)(\d\d)$/.exec(keys.dataTime.padStart(4, '0')) ?? [];
  const process = keys['typeOfStatisticalProcessing:l'];
  const template = number('gridDefinitionTemplateNumber');
  const latitudes = [number('latitudeOfFirstGridPoint'), number('latitudeOfLastGridPoint')];
  const corner = [Math.max(...latitudes) / 1e6, number('longitudeOfFirstGridPoint') / 1e6];
  return {
    source: [number('discipline'), number('centre:l'), `${year}-${month}-${day}T${hour}:${minute}`],
    product: [
      number('productDefinitionTemplateNumber'),
      number('parameterCategory'),
      number('parameterNumber'),
      process === 'undef' ? undefined : Number(process),
      number('typeOfFirstFixedSurface:l'),
      expectedLevel(keys),
    ],
    ensemble: ['perturbationNumber:l', 'derivedForecast:l'].map((key) =>
      keys[key] === 'undef' ? undefined : Number(keys[key]),
    ),
    points: number('numberOfDataPoints'),
    grid: template === 0 ? [number('Ni'), number('Nj'), ...corner] : [template],
    packing: number('dataRepresentationTemplateNumber'),
  };
}

/** ecCodes 2.28 reads the scaled value as unsigned, which makes surfaces of negative potential vorticity huge. */
function expectedLevel({
  scaleFactorOfFirstFixedSurface,
  scaledValueOfFirstFixedSurface,
}: Keys): number | undefined {
  if ([scaleFactorOfFirstFixedSurface, scaledValueOfFirstFixedSurface].includes(MISSING_NUMBER))
    return undefined;
  const scaledValue = Number(scaledValueOfFirstFixedSurface);
  const signed = scaledValue < 2 ** 31 ? scaledValue : 2 ** 31 - scaledValue;
  return Number(`${signed}e${-Number(scaleFactorOfFirstFixedSurface)}`);
}

function steps({ product }: GribField) {
  return [product.stepStartHours, product.stepHours];
}

/** ecCodes prints a span whose ends are equal as one number. */
function expectedSteps(file: string, keys: Keys) {
  const hoursOfUnit = keys['stepUnits:l'] === '0' ? 1 / 60 : 1;
  const stepRange = CONTRADICTORY_STEPS[file]?.[keys.stepRange] ?? keys.stepRange;
  const hours = stepRange.split('-').map((step) => Number(step) * hoursOfUnit);
  const isSpan = keys['typeOfStatisticalProcessing:l'] !== 'undef';
  return [isSpan ? hours[0] : undefined, hours.at(-1)];
}

/** Without groups, ecCodes takes the octets after the empty section 7 for values. */
function expectConstant(field: GribField): void {
  expect(new Set(field.decode())).toEqual(new Set([field.packing.referenceValue]));
}

function expectValues(actual: Float64Array, expected: Float64Array): void {
  expect(actual).toHaveLength(expected.length);
  // In Jest, looking up a global for each of millions of values would take longer than the decoding.
  const { isNaN } = Number;
  const { abs } = Math;
  let [minimum, maximum, greatestDifference, differentlyMissing] = [Infinity, -Infinity, 0, 0];
  for (let i = 0; i < expected.length; i++) {
    const value = actual[i];
    const reference = expected[i];
    if (isNaN(value) !== isNaN(reference)) differentlyMissing++;
    if (reference < minimum) minimum = reference;
    if (reference > maximum) maximum = reference;
    const difference = abs(value - reference);
    if (difference > greatestDifference) greatestDifference = difference;
  }
  expect(differentlyMissing).toBe(0);
  const range = maximum >= minimum ? maximum - minimum : 0;
  expect(greatestDifference).toBeLessThanOrEqual(range * TOLERANCE_OF_RANGE);
}
