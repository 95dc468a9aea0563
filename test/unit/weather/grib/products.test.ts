import { describe, expect, test } from '@jest/globals';
import { type GribError } from '../../../../src/weather/grib/grib-error.js';
import { GribNotSupportedError } from '../../../../src/weather/grib/grib-not-supported-error.js';
import { readFields } from '../../../../src/weather/grib/message.js';
import { fixture, frozenLines } from './fixtures.js';
import { messagesOf, patched } from './message-surgery.js';

const MESSAGES = messagesOf(fixture('products.grib2'));
const [INSTANT, , , AVERAGE] = MESSAGES;
const SECONDS_PER_HOUR = 3600;

function product(message: Uint8Array) {
  return readFields(message)[0].product;
}

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('a product is decoded as in ecCodes', () => {
  test.each(frozenLines('products.txt').map((texts, i) => [i, texts] as const))(
    'message %i: %j',
    (i, texts) => {
      const [template, firstStep, lastStep, process, levelType, factor, scaledValue] = texts;
      const isSpan = process !== 'not_found';
      expect(product(MESSAGES[i])).toMatchObject({
        template: Number(template),
        stepStartHours: isSpan ? Number(firstStep) / SECONDS_PER_HOUR : undefined,
        stepHours: Number(lastStep) / SECONDS_PER_HOUR,
        statisticalProcess: isSpan ? Number(process) : undefined,
        level: {
          type: Number(levelType),
          value: factor === 'MISSING' ? undefined : Number(`${scaledValue}e${-Number(factor)}`),
        },
      });
    },
  );
});

describe('the end of a span', () => {
  const END_TIME = 35;
  const noTime = new Array<number>(7).fill(0);

  test('is taken from its end time rather than its length', () => {
    const oneHourLater = [2024 >> 8, 2024 & 0xff, 3, 1, 7, 0, 0];
    expect(product(patched(AVERAGE, 4, END_TIME, oneHourLater))).toMatchObject({
      stepStartHours: 6,
      stepHours: 13,
      spanHours: 6,
    });
  });

  test('is taken from its length if the end time is empty', () => {
    expect(product(patched(AVERAGE, 4, END_TIME, noTime))).toMatchObject({
      stepStartHours: 6,
      stepHours: 12,
      spanHours: 6,
    });
  });

  test('is an error if both are missing', () => {
    const withoutTime = patched(AVERAGE, 4, END_TIME, noTime);
    expect(() => readFields(patched(withoutTime, 4, 49, [255]))).toThrow(
      /section 4: its statistical span has no end/,
    );
  });

  test('may be the reference time, with a negative forecast time in sign-magnitude', () => {
    const referenceTime = [2024 >> 8, 2024 & 0xff, 2, 29, 18, 0, 0];
    const analysis = patched(patched(AVERAGE, 4, 19, [0x80, 0, 0, 24]), 4, END_TIME, referenceTime);
    expect(product(analysis)).toMatchObject({ stepStartHours: -24, stepHours: 0 });
  });
});

test('a negative level is in sign-magnitude', () => {
  const octets = [109, 9, 0x80, 0, 0x07, 0xd0];
  expect(product(patched(INSTANT, 4, 23, octets)).level).toEqual({ type: 109, value: -2e-6 });
});

describe('an unsupported product', () => {
  test.each([
    ['template', [0, 46], 8, '4.0', 46],
    ['unit of time', [3], 18, '4.4', 3],
  ] as const)(
    'reports its %s, and doesn’t prevent the field from being decoded',
    (_, octets, octet, table, value) => {
      const [field] = readFields(patched(INSTANT, 4, octet, [...octets]));
      expect([...field.decode()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      for (const key of [
        'parameterCategory',
        'parameterNumber',
        'stepStartHours',
        'stepHours',
        'spanHours',
        'level',
        'member',
        'derivedForecast',
      ] as const) {
        const error = thrownBy(() => field.product[key]);
        expect(error).toBeInstanceOf(GribNotSupportedError);
        expect(error).toMatchObject({ table, value });
      }
      const error = thrownBy(() => field.product.statisticalProcess) as GribError;
      expect(error.message).toBe(`GRIB2 code table ${table}: ${value} is not supported`);
    },
  );
});
