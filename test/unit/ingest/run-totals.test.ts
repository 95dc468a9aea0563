import { expect, test } from '@jest/globals';
import { RunTotals } from '../../../src/ingest/fields/run-totals.js';
import { type DecodedRecord } from '../../../src/ingest/fields/step-decoder.js';
import { gfs } from '../../../src/weather/models/gfs/gfs.model.js';

const source = gfs.records.find(({ variable }) => variable === 'precipitation')!;
type Span = [startHours: number, stepHours: number];

function decoded([startHours, stepHours]: Span, values: number[], isRunTotal?: true): DecodedRecord {
  const forecast = { kind: 'accumulation', startHours, stepHours } as const;
  const range = { path: 'file', startBytes: 0, endBytes: 1 };
  const record = { source, pattern: source.alternatives[0], forecast, range, label: 'APCP', isRunTotal };
  const quantisation = { reference: 0, quantum: 0.1 };
  return { record, values: Float64Array.from(values), quantisation };
}

function differences(total: number[], ...buckets: [Span, number[]][]): string[] {
  const totals = new RunTotals();
  totals.note(decoded([0, 12], total, true));
  for (const [span, values] of buckets) totals.note(decoded(span, values));
  return totals.differences();
}

const FIRST: [Span, number[]][] = [
  [
    [0, 3],
    [0.5, 0, 1],
  ],
  [
    [0, 6],
    [1, 0, 2],
  ],
];

test('buckets that add up to the total yield no difference', () => {
  expect(
    differences(
      [3, 0.5, 2],
      ...FIRST,
      [
        [6, 9],
        [1, 0.2, 0],
      ],
      [
        [6, 12],
        [2, 0.5, 0],
      ],
    ),
  ).toEqual([]);
});

test('a difference within the packing precision is ignored', () => {
  // Half of 0.1 each: two buckets and the total.
  expect(
    differences([3.15, 0.5, 2], ...FIRST, [
      [6, 12],
      [2, 0.5, 0],
    ]),
  ).toEqual([]);
  expect(
    differences([3.16, 0.5, 2], ...FIRST, [
      [6, 12],
      [2, 0.5, 0],
    ]),
  ).toHaveLength(1);
});

test('the packing errors of all buckets add up', () => {
  const differencesOver18Hours = (total: number) => {
    const totals = new RunTotals();
    totals.note(decoded([0, 18], [total], true));
    for (const startHours of [0, 6, 12]) totals.note(decoded([startHours, startHours + 6], [1]));
    return totals.differences();
  };
  // Half of 0.1 each: three buckets and the total.
  expect(differencesOver18Hours(3.2)).toEqual([]);
  expect(differencesOver18Hours(3.21)).toHaveLength(1);
});

test('a larger difference is reported with its size and extent', () => {
  expect(
    differences([4.5, 0.5, 1], ...FIRST, [
      [6, 12],
      [2, 0.5, 0],
    ]),
  ).toEqual([
    "The source's precipitation up to f012 differs from its total of the run by up to 1.50 kg m-2 in 2 of 3 cells; the parts were taken.",
  ]);
});

test('missing values are no difference', () => {
  expect(
    differences([NaN, 0.5, 2], ...FIRST, [
      [6, 12],
      [2, NaN, 0],
    ]),
  ).toEqual([]);
});

test('incomplete spans are not compared', () => {
  expect(
    differences(
      [9, 9, 9],
      [
        [6, 12],
        [2, 0.5, 0],
      ],
    ),
  ).toEqual([]);
  expect(
    differences([9, 9, 9], FIRST[0], [
      [6, 12],
      [2, 0.5, 0],
    ]),
  ).toEqual([]);
  expect(differences([9, 9, 9], ...FIRST)).toEqual([]);
});
