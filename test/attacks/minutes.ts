import { DAY_MS } from '../../src/core/time/index.js';

/** The longest forecast that can be requested: every minute of 16 days, 9.5 MB. */
export function everyMinute(latitude: number): string {
  const end = new Date(Date.now() + 15.9 * DAY_MS).toISOString();
  return `/v1/weather/forecast?lat=${latitude.toFixed(4)}&lon=20&timelines=minutely&endTime=${end}`;
}
