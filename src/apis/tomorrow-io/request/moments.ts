import { HOUR_MS, MINUTE_MS, readInstant } from '../../../core/time/index.js';
import { type AskedParameters } from './asked-parameters.js';

const RELATIVE = /^now(?:(Plus|Minus)(\d{1,5})([mhd]))?$/;
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: 24 * HOUR_MS };

/** The requested times in milliseconds since 1970; undefined if left open. */
export interface AskedTimes {
  startMs: number;
  endMs: number | undefined;
  /** Whether one of them was given relative to the current time. */
  areRelative: boolean;
}

/** @throws Problem invalid_parameter */
export function readTimes(asked: AskedParameters, nowMs: number): AskedTimes {
  const [start, end] = [asked.text('startTime'), asked.text('endTime')];
  const startMs = readMoment(asked, 'startTime', start ?? 'now', nowMs);
  const endMs = end === undefined ? undefined : readMoment(asked, 'endTime', end, nowMs);
  if (endMs !== undefined && endMs < startMs) asked.refuse('endTime', 'it is before the startTime.');
  return { startMs, endMs, areRelative: [start, end].some((text) => text?.startsWith('now') === true) };
}

function readMoment(asked: AskedParameters, name: string, text: string, nowMs: number): number {
  const relative = RELATIVE.exec(text);
  if (relative) {
    const [, direction, count = '0', unit = 'm'] = relative;
    return nowMs + (direction === 'Minus' ? -1 : 1) * Number(count) * UNITS_MS[unit];
  }
  const instant = readInstant(text);
  return typeof instant === 'string' ? asked.refuse(name, `it ${instant}`) : instant.getTime();
}
