import { type OpenMeteoQuery } from '../request/open-meteo-query.js';
import { momentOf, timesOf } from './local-times.js';
import { type AnswerColumn, type AnswerSection, type PointAnswer } from './point-answer.js';

const PLACE = 'latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation';

/**
 * The answer as CSV: first the locations, then a table for each timeline. There are numbers, times and names of variables,
 * models and time zones alone, so that nothing needs quotes and no spreadsheet runs anything. What is null is NaN.
 *
 * @param answers worked out as they are taken
 */
export function* csvPieces(query: OpenMeteoQuery, answers: Iterable<PointAnswer>): Generator<Buffer, void> {
  const all = [...answers];
  const isList = all.length > 1;
  const places = all.map((answer, i) => `${isList ? `${i},` : ''}${placeOf(answer)}\n`);
  yield Buffer.from(`${isList ? 'location_id,' : ''}${PLACE}\n${places.join('')}`);
  for (const [i, { name, units }] of all[0].sections.entries()) {
    const header = units.map(([variable, unit]) => `,${variable} (${unit})`).join('');
    yield Buffer.from(`\n${isList ? 'location_id,' : ''}time${header}\n`);
    for (const [location, { sections, point }] of all.entries()) {
      const section = sections.find((one) => one.name === name) ?? sections[i];
      yield Buffer.from(linesOf(section, point, query, isList ? `${location},` : ''));
    }
  }
}

function placeOf({ latitude, longitude, elevation, point }: PointAnswer): string {
  const { offsetMs, timezone, abbreviation } = point.clock;
  const metres = elevation === undefined ? NaN : Math.round(elevation);
  return [latitude, longitude, metres, offsetMs / 1000, timezone, abbreviation].join();
}

function linesOf(
  { range, columns }: AnswerSection,
  { clock }: PointAnswer['point'],
  { timeFormat }: OpenMeteoQuery,
  location: string,
): string {
  const cells = [...columns].map((column) =>
    cellsOf(column, (timeMs) => momentOf(timeMs, clock, timeFormat)),
  );
  return timesOf(range, clock, timeFormat)
    .map((time, i) => `${location}${unquoted(time)}${cells.map((column) => `,${column[i]}`).join('')}\n`)
    .join('');
}

function cellsOf(column: AnswerColumn, moment: (timeMs: number) => string): string[] {
  if ('instantsMs' in column)
    return Array.from(column.instantsMs, (timeMs) =>
      Number.isNaN(timeMs) ? 'NaN' : unquoted(moment(timeMs)),
    );
  const scale = 10 ** column.unit.decimals;
  return Array.from(column.lastPlaces, (value) => String(value / scale));
}

function unquoted(json: string): string {
  return json.replaceAll('"', '');
}
