import { describe, expect, test } from '@jest/globals';
import { type Forecast } from '../../../src/ingest/plan/forecast-text.js';
import { SpanDeriver } from '../../../src/ingest/fields/span-deriver.js';
import { type DecodedRecord } from '../../../src/ingest/fields/step-decoder.js';
import { type VariableName } from '../../../src/weather/meteo/variables.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';
import { type Derivation } from '../../../src/weather/models/derivations.js';

function decoded(
  variable: VariableName,
  derivation: Derivation,
  forecast: Forecast,
  values: number[],
  quantisation = { reference: 0, quantum: 0 },
): DecodedRecord {
  const source = gfs.records.find((record) => record.variable === variable);
  if (!source) throw new Error(`there is no record of ${variable}`);
  const pattern = { ...source.alternatives[0], derivation };
  const record = {
    source,
    pattern,
    forecast,
    range: { path: 'file', startBytes: 0, endBytes: 1 },
    label: variable,
  };
  return { record, values: Float64Array.from(values), quantisation };
}

const accumulated = (startHours: number, stepHours: number, values: number[], quantum = 0.0625) =>
  decoded('precipitation', 'accumulated', { kind: 'accumulation', startHours, stepHours }, values, {
    reference: 0,
    quantum,
  });

const averaged = (startHours: number, stepHours: number, values: number[], quantum = 1) =>
  decoded('cloudCover', 'averaged', { kind: 'average', startHours, stepHours }, values, {
    reference: 0,
    quantum,
  });

describe('instants', () => {
  test('are stored unchanged', () => {
    const plane = new SpanDeriver().derive(
      decoded('temperature2m', 'instant', { kind: 'instant', stepHours: 6 }, [280, NaN, 281], {
        reference: 270,
        quantum: 0.1,
      }),
    );
    expect(plane).toEqual({
      variable: 'temperature2m',
      statistic: 'instant',
      stepHours: 6,
      values: Float64Array.of(280, NaN, 281),
      quantisation: { reference: 270, quantum: 0.1 },
    });
  });

  test('without a step are static fields', () => {
    const terrain = decoded('terrainHeight', 'instant', { kind: 'instant', stepHours: 6 }, [1, 2, 3]);
    expect(new SpanDeriver().derive(terrain)).toMatchObject({ stepHours: 'static', statistic: 'instant' });
  });
});

describe('accumulations', () => {
  test('a complete bucket is the amount of its span', () => {
    const deriver = new SpanDeriver();
    deriver.derive(accumulated(0, 6, [1, 1, 1]));
    expect(deriver.derive(accumulated(6, 12, [0.5, 0, 2]))).toMatchObject({
      statistic: 'amount',
      stepHours: 12,
      spanStartHours: 6,
      values: Float64Array.of(0.5, 0, 2),
    });
  });

  test('within a bucket, the amount is the increment since the previous step', () => {
    const deriver = new SpanDeriver();
    deriver.derive(accumulated(18, 19, [0.25, 0, NaN]));
    expect(deriver.derive(accumulated(18, 21, [1, 0.125, NaN]))).toMatchObject({
      spanStartHours: 19,
      values: Float64Array.of(0.75, 0.125, NaN),
    });
    expect(deriver.derive(accumulated(18, 24, [1, 0.5, 3]))).toMatchObject({
      spanStartHours: 21,
      values: Float64Array.of(0, 0.375, NaN),
    });
    expect(deriver.derive(accumulated(24, 25, [0.5, 0, 0]))).toMatchObject({ spanStartHours: 24 });
  });

  test('hours between the previous step and a later bucket have no amount', () => {
    const deriver = new SpanDeriver();
    deriver.derive(accumulated(0, 6, [1, 1, 1]));
    expect(deriver.derive(accumulated(18, 24, [1, 2, 3]))).toMatchObject({ spanStartHours: 18 });
  });

  test('a decrease within packing noise counts as 0, without a warning', () => {
    const deriver = new SpanDeriver();
    deriver.derive(accumulated(0, 1, [1, 0.0625, 0]));
    expect(deriver.derive(accumulated(0, 2, [1, 0, 0.0625])).values).toEqual(Float64Array.of(0, 0, 0.0625));
    expect(deriver.implausibilities()).toEqual([]);
  });

  test('a larger decrease counts as 0, with a warning', () => {
    const deriver = new SpanDeriver();
    deriver.derive(accumulated(0, 1, [4, 0, 0]));
    expect(deriver.derive(accumulated(0, 2, [1, 0, 0])).values).toEqual(Float64Array.of(0, 0, 0));
    expect(deriver.implausibilities()).toEqual([
      "The source's precipitation falls within a bucket, first at f002 by up to 3.00 kg m-2; it was taken as 0.",
    ]);
  });

  test('the increment is on a lattice with the finer quantum', () => {
    const deriver = new SpanDeriver();
    deriver.derive(accumulated(0, 1, [0.25, 0, 0], 0.0625));
    expect(deriver.derive(accumulated(0, 2, [1, 0, 0], 0.125)).quantisation).toEqual({
      reference: 0,
      quantum: 0.0625,
    });
    expect(deriver.derive(accumulated(0, 3, [1, 0, 0], 0)).quantisation).toEqual({
      reference: 0,
      quantum: 0.125,
    });
  });
});

describe('averages', () => {
  test('a complete bucket is the mean of its span', () => {
    expect(new SpanDeriver().derive(averaged(0, 3, [10, 20, 30]))).toMatchObject({
      statistic: 'mean',
      stepHours: 3,
      spanStartHours: 0,
      values: Float64Array.of(10, 20, 30),
    });
  });

  test('within a bucket, the mean since the previous step is derived from the two averages', () => {
    const deriver = new SpanDeriver();
    deriver.derive(averaged(6, 9, [40, 100, 0]));
    // (a(6)·6 - a(3)·3) / 3: (70·6 - 40·3) / 3 = 100, (50·6 - 100·3) / 3 = 0, (15·6 - 0·3) / 3 = 30.
    expect(deriver.derive(averaged(6, 12, [70, 50, 15]))).toMatchObject({
      spanStartHours: 9,
      values: Float64Array.of(100, 0, 30),
      quantisation: { reference: 0, quantum: 1 },
    });
  });

  test('can be derived hour by hour', () => {
    const deriver = new SpanDeriver();
    deriver.derive(averaged(0, 1, [10, 0, 50]));
    // (a(2)·2 - a(1)·1) / 1
    expect(deriver.derive(averaged(0, 2, [15, 5, 50])).values).toEqual(Float64Array.of(20, 10, 50));
    // (a(3)·3 - a(2)·2) / 1
    expect(deriver.derive(averaged(0, 3, [20, 5, 40])).values).toEqual(Float64Array.of(30, 5, 20));
  });

  test('stay in the range of the variable', () => {
    const deriver = new SpanDeriver();
    deriver.derive(averaged(0, 5, [99, 1, 50]));
    // (100·6 - 99·5) / 1 = 105, (0·6 - 1·5) / 1 = -5: both within the noise of whole percents, (6 + 5) / 2.
    expect(deriver.derive(averaged(0, 6, [100, 0, 50])).values).toEqual(Float64Array.of(100, 0, 50));
    expect(deriver.implausibilities()).toEqual([]);
  });

  test('the quantum of the lattice is the greatest common divisor of the weighted quanta', () => {
    const deriver = new SpanDeriver();
    deriver.derive(averaged(0, 4, [0, 0, 0], 0.5));
    // Differences of 6 and 4 half percents are whole percents; over 2 hours, half percents.
    expect(deriver.derive(averaged(0, 6, [0, 0, 0], 0.5)).quantisation).toEqual({
      reference: 0,
      quantum: 0.5,
    });
  });
});

describe('held values', () => {
  test('are those of a complete bucket, and within a bucket those of the instant at the end of the span', () => {
    const deriver = new SpanDeriver();
    const average = (startHours: number, stepHours: number) =>
      decoded('rainFlag', 'held', { kind: 'average', startHours, stepHours }, [1, 0, 0]);
    const moment = decoded('rainFlag', 'held', { kind: 'instant', stepHours: 6 }, [0, 1, 0]);
    moment.record.spanStartHours = 3;
    expect(deriver.derive(average(0, 3))).toMatchObject({ statistic: 'mean', spanStartHours: 0 });
    expect(deriver.derive(moment)).toMatchObject({
      statistic: 'mean',
      spanStartHours: 3,
      values: Float64Array.of(0, 1, 0),
    });
    expect(deriver.derive(average(6, 9))).toMatchObject({ statistic: 'mean', spanStartHours: 6 });
  });
});
