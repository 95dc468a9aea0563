import { type ForecastAnswer } from './forecast-answer.js';
import { type Column, type ServedTimeline } from './timelines/served-timeline.js';

const DAY_MS = 86_400_000;
const POWERS_OF_TEN = [1, 10, 100, 1000];
const CACHED_NUMBERS = 16_384;

/** The texts of the numbers 0..16383 in units of the last place, for each number of decimals, as they come up. */
const numberTexts: string[][] = POWERS_OF_TEN.map(() => []);

/** The texts 00..59. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'));

/**
 * The text of an answer, as JSON.stringify would write it, for the price of putting strings together: the numbers are
 * few, and the same in every answer.
 */
export function serializeForecast({ location, timelines, meta }: ForecastAnswer): string {
  const texts = Object.entries(timelines).map(([name, timeline]) => `"${name}":[${entriesText(timeline)}]`);
  const [head, tail] = [JSON.stringify(location), JSON.stringify(meta)];
  return `{"location":${head},"data":{"timelines":{${texts.join(',')}}},"meta":${tail}}`;
}

function entriesText({ timesMs, columns }: ServedTimeline): string {
  const keys = columns.map(({ name }, i) => `${i === 0 ? '' : ','}"${name}":`);
  let entries = '';
  for (let entry = 0; entry < timesMs.length; entry++) {
    entries += `${entry === 0 ? '' : ','}{"time":${timeText(timesMs[entry])},"values":{`;
    for (let i = 0; i < columns.length; i++) entries += keys[i] + valueText(columns[i], entry);
    entries += '}}';
  }
  return entries;
}

function valueText(column: Column, entry: number): string {
  return 'instantsMs' in column
    ? timeText(column.instantsMs[entry])
    : numberText(column.lastPlaces[entry], column.decimals);
}

function numberText(lastPlaces: number, decimals: number): string {
  if (Number.isNaN(lastPlaces)) return 'null';
  // The quotient is the double next to the decimal number, whose shortest text is that number.
  if (lastPlaces < 0 || lastPlaces >= CACHED_NUMBERS) return String(lastPlaces / POWERS_OF_TEN[decimals]);
  return (numberTexts[decimals][lastPlaces] ??= String(lastPlaces / POWERS_OF_TEN[decimals]));
}

let day = NaN;
let dayText = '';

/** ISO 8601 to the second below it. Consecutive times share the text of their day. */
function timeText(timeMs: number): string {
  if (Number.isNaN(timeMs)) return 'null';
  const dayNumber = Math.floor(timeMs / DAY_MS);
  if (dayNumber !== day) {
    day = dayNumber;
    dayText = new Date(timeMs).toISOString().split('T')[0];
  }
  const seconds = Math.floor((timeMs - dayNumber * DAY_MS) / 1000);
  const hours = TWO_DIGITS[Math.floor(seconds / 3600)];
  return `"${dayText}T${hours}:${TWO_DIGITS[Math.floor(seconds / 60) % 60]}:${TWO_DIGITS[seconds % 60]}Z"`;
}
