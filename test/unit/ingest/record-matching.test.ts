import { describe, expect, test } from '@jest/globals';
import { matchRecord } from '../../../src/ingest/plan/record-matching.js';
import { type Derivation } from '../../../src/weather/models/derivations.js';
import { inventoryRecords } from './inventory-records.js';

const pattern = (parameter: string, level: string, derivation: Derivation) => ({
  parameter,
  level,
  derivation,
  messages: [],
});
const precipitation = pattern('APCP', 'surface', 'accumulated');

describe('the record that matches a pattern', () => {
  test('has the parameter, level and step', () => {
    const records = inventoryRecords(
      'TMP:2 mb:6 hour fcst',
      'DPT:2 m above ground:6 hour fcst',
      'TMP:2 m above ground:6 hour fcst',
    );
    const temperature = pattern('TMP', '2 m above ground', 'instant');
    expect(matchRecord(records, temperature, 6)?.inventory).toBe(records[2]);
    expect(matchRecord(records, temperature, 12)).toBeUndefined();
  });

  test('is an instant or an average according to the derivation', () => {
    const records = inventoryRecords(
      'TCDC:entire atmosphere:0-6 hour ave fcst',
      'TCDC:entire atmosphere:6 hour fcst',
    );
    expect(matchRecord(records, pattern('TCDC', 'entire atmosphere', 'instant'), 6)?.inventory).toBe(
      records[1],
    );
    expect(matchRecord(records, pattern('TCDC', 'entire atmosphere', 'averaged'), 6)?.inventory).toBe(
      records[0],
    );
  });

  test('is the bucket, not the run total', () => {
    const records = inventoryRecords('APCP:surface:0-12 hour acc fcst', 'APCP:surface:6-12 hour acc fcst');
    expect(matchRecord(records, precipitation, 12)).toEqual({
      inventory: records[1],
      forecast: { kind: 'accumulation', startHours: 6, stepHours: 12 },
    });
  });

  test('is the bucket even if the total is given in days', () => {
    const records = inventoryRecords('APCP:surface:0-1 day acc fcst', 'APCP:surface:18-24 hour acc fcst');
    expect(matchRecord(records, precipitation, 24)?.inventory).toBe(records[1]);
  });

  test('is the first of two with the same label', () => {
    const records = inventoryRecords('APCP:surface:0-6 hour acc fcst', 'APCP:surface:0-6 hour acc fcst');
    expect(matchRecord(records, precipitation, 6)?.inventory).toBe(records[0]);
  });

  test('continues the bucket of the previous step or starts after it, since the total would count hours twice', () => {
    const before = { kind: 'accumulation', startHours: 6, stepHours: 12 } as const;
    const total = inventoryRecords('APCP:surface:0-18 hour acc fcst');
    expect(matchRecord(total, precipitation, 18, before)).toBeUndefined();
    const bucket = inventoryRecords('APCP:surface:12-18 hour acc fcst');
    expect(matchRecord(bucket, precipitation, 18, before)?.inventory).toBe(bucket[0]);
    const same = inventoryRecords('APCP:surface:6-15 hour acc fcst');
    expect(matchRecord(same, precipitation, 15, before)?.inventory).toBe(same[0]);
  });
});
