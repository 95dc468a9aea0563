import { type ForecastAnswer } from './forecast-answer.js';

const HOUR_MS = 3_600_000;
const POWERS_OF_TEN = [1, 10, 100, 1000];
const CACHED_NUMBERS = 16_384;

/** The texts of the numbers 0..16383 in units of the last place, for each number of decimals, as they come up. */
const numberTexts: string[][] = POWERS_OF_TEN.map(() => []);

/**
 * The text of an answer, as JSON.stringify would write it, for the price of putting strings together: the numbers are
 * few, and the same in every answer.
 */
export function serializeForecast({ location, firstTime, hours, columns, meta }: ForecastAnswer): string {
  const keys = columns.map(({ name }, i) => `${i === 0 ? '' : ','}"${name}":`);
  let entries = '';
  for (let hour = 0; hour < hours; hour++) {
    entries += `${hour === 0 ? '' : ','}{"time":"${timeText(firstTime.getTime() + hour * HOUR_MS)}","values":{`;
    for (let i = 0; i < columns.length; i++) {
      entries += keys[i] + numberText(columns[i].lastPlaces[hour], columns[i].decimals);
    }
    entries += '}}';
  }
  const [head, tail] = [JSON.stringify(location), JSON.stringify(meta)];
  return `{"location":${head},"data":{"timelines":{"hourly":[${entries}]}},"meta":${tail}}`;
}

function numberText(lastPlaces: number, decimals: number): string {
  if (Number.isNaN(lastPlaces)) return 'null';
  // The quotient is the double next to the decimal number, whose shortest text is that number.
  if (lastPlaces < 0 || lastPlaces >= CACHED_NUMBERS) return String(lastPlaces / POWERS_OF_TEN[decimals]);
  return (numberTexts[decimals][lastPlaces] ??= String(lastPlaces / POWERS_OF_TEN[decimals]));
}

let day = NaN;
let dayText = '';

/** ISO 8601 of a whole hour. Consecutive hours share the text of their day. */
function timeText(timeMs: number): string {
  const hourNumber = Math.floor(timeMs / HOUR_MS);
  const dayNumber = Math.floor(hourNumber / 24);
  if (dayNumber !== day) {
    day = dayNumber;
    dayText = new Date(timeMs).toISOString().slice(0, 11);
  }
  const hour = hourNumber - dayNumber * 24;
  return `${dayText}${hour < 10 ? '0' : ''}${hour}:00:00Z`;
}
