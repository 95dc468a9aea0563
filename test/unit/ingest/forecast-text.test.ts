import { describe, expect, test } from '@jest/globals';
import { parseForecast } from '../../../src/ingest/plan/forecast-text.js';

describe('the forecast column of an inventory', () => {
  test('instants', () => {
    expect(parseForecast('anl')).toEqual({ kind: 'instant', stepHours: 0 });
    expect(parseForecast('6 hour fcst')).toEqual({ kind: 'instant', stepHours: 6 });
    expect(parseForecast('1 day fcst')).toEqual({ kind: 'instant', stepHours: 24 });
  });

  test('averages and accumulations, including those in days', () => {
    expect(parseForecast('18-24 hour acc fcst')).toEqual({
      kind: 'accumulation',
      startHours: 18,
      stepHours: 24,
    });
    expect(parseForecast('0-16 day acc fcst')).toEqual({
      kind: 'accumulation',
      startHours: 0,
      stepHours: 384,
    });
    expect(parseForecast('120-123 hour ave fcst')).toEqual({
      kind: 'average',
      startHours: 120,
      stepHours: 123,
    });
  });

  test.each(['0-6 hour min fcst', '6 hour fcst:ens mean', '30 min fcst', ''])('"%s" is neither', (text) => {
    expect(parseForecast(text)).toBeUndefined();
  });
});
