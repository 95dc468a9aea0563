import { toInstant } from '../../core/time/index.js';
import { type AnswerFormat } from '../serving/answer-format.js';
import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type Column, type ServedTimeline } from '../timelines/served-timeline.js';

const LINE_END = '\r\n';

/**
 * RFC 4180: a header line, then a line for each entry of the timeline, with its location. Null is an empty cell. Cells
 * hold only numbers, times and metric names, so nothing needs quotes and spreadsheets find no formulas.
 */
export const CSV_FORMAT: AnswerFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  keySuffix: ' csv',
  holdsOneTimeline: true,
  whole: (answer) => Buffer.concat([...csvPieces(answer)]),
  pieces: csvPieces,
  batch: {
    opening: '',
    separator: '',
    closing: () => '',
    following: (first) => first.subarray(first.indexOf(LINE_END) + LINE_END.length),
  },
};

function* csvPieces({ location, timelines }: ForecastAnswer): Generator<Buffer, void> {
  const place = `${location.lat},${location.lon},`;
  let isFirst = true;
  for (const parts of Object.values(timelines))
    for (const part of parts) {
      const names = isFirst
        ? `lat,lon,time${part.columns.map(({ name }) => `,${name}`).join('')}${LINE_END}`
        : '';
      isFirst = false;
      yield Buffer.from(names + linesOf(part, place));
    }
}

function linesOf({ timesMs, columns }: ServedTimeline, place: string): string {
  let lines = '';
  for (let entry = 0; entry < timesMs.length; entry++) {
    lines += place + toInstant(new Date(timesMs[entry]));
    for (const column of columns) lines += `,${cellOf(column, entry)}`;
    lines += LINE_END;
  }
  return lines;
}

function cellOf(column: Column, entry: number): string {
  const isInstant = 'instantsMs' in column;
  const value = isInstant ? column.instantsMs[entry] : column.scaled[entry];
  if (Number.isNaN(value)) return '';
  return isInstant ? toInstant(new Date(value)) : String(value / 10 ** column.decimals);
}
