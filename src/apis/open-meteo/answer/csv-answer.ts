import { type OpenMeteoQuery } from '../request/open-meteo-query.js';
import { momentOf, timesOf } from './local-times.js';
import { type AnswerColumn, type AnswerSection, type PointAnswer } from './point-answer.js';

const PLACE = 'latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_abbreviation';

/** Ends a turn of the event loop between columns too, which are many, long, and calculated for later pieces. */
const NOTHING_YET = Buffer.alloc(0);
/** Makes pieces of some tens of kilobytes. */
const CELLS_OF_PIECE = 2000;

/**
 * The response as CSV: first the locations, then a table for each timeline. Cells hold only numbers, times and names of
 * variables, models and time zones, so nothing needs quotes and spreadsheets find no formulas. Null is NaN.
 *
 * @param answers calculated as they are taken
 */
export function* csvPieces(query: OpenMeteoQuery, answers: Iterable<PointAnswer>): Generator<Buffer, void> {
  const isList = query.points.length > 1;
  const { listsLocations } = query;
  if (listsLocations) yield Buffer.from(`${isList ? 'location_id,' : ''}${PLACE}\n`);
  const all: PointAnswer[] = [];
  for (const answer of answers) {
    if (listsLocations)
      yield Buffer.from(`${isList ? `${answer.point.locationId},` : ''}${placeOf(answer)}\n`);
    all.push(answer);
  }
  for (const [i, { units }] of all[0].sections.entries()) {
    const header = units.map(([variable, unit]) => `,${variable} (${unit})`).join('');
    const gap = listsLocations || i > 0 ? '\n' : '';
    yield Buffer.from(`${gap}${isList ? 'location_id,' : ''}time${header}\n`);
    for (const { sections, point } of all)
      yield* linesOf(sections[i], point, query, isList ? `${point.locationId},` : '');
  }
}

function placeOf({ latitude, longitude, elevation = NaN, point }: PointAnswer): string {
  const { offsetMs, timezone, abbreviation } = point.clock;
  return [latitude, longitude, elevation, offsetMs / 1000, timezone, abbreviation].join();
}

function* linesOf(
  { range, columns }: AnswerSection,
  { clock }: PointAnswer['point'],
  { timeFormat }: OpenMeteoQuery,
  location: string,
): Generator<Buffer, void> {
  const cells: ((row: number) => string)[] = [];
  for (const column of columns) {
    cells.push(cellsOf(column, (timeMs) => momentOf(timeMs, clock, timeFormat)));
    yield NOTHING_YET;
  }
  const times = timesOf(range, clock, timeFormat);
  const rows = Math.ceil(CELLS_OF_PIECE / cells.length);
  for (let first = 0; first < times.length; first += rows) {
    const lines = times.slice(first, first + rows).map((time, i) => {
      const values = cells.map((cell) => `,${cell(first + i)}`);
      return `${location}${unquoted(time)}${values.join('')}\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}

function cellsOf(column: AnswerColumn, moment: (timeMs: number) => string): (row: number) => string {
  if ('instantsMs' in column) {
    const { instantsMs } = column;
    return (row) => unquoted(moment(instantsMs[row]));
  }
  const { scaled, unit } = column;
  const scale = 10 ** unit.decimals;
  return (row) => String(scaled[row] / scale);
}

function unquoted(json: string): string {
  return json.replaceAll('"', '');
}
