import { JsonBytes } from '../../../forecast/index.js';
import { type OpenMeteoQuery } from '../request/open-meteo-query.js';
import { momentOf, timesOf } from './local-times.js';
import { type AnswerColumn, type AnswerSection, type PointAnswer } from './point-answer.js';

/**
 * The response as JSON.
 * @param answers calculated as they are taken
 */
export function wholeJson(query: OpenMeteoQuery, answers: Iterable<PointAnswer>): Buffer {
  const json = new JsonBytes();
  const parts = writeAnswers(json, query, answers);
  while (!parts.next().done);
  return json.take();
}

/** The same in pieces that take little time each. */
export function* jsonPieces(query: OpenMeteoQuery, answers: Iterable<PointAnswer>): Generator<Buffer, void> {
  const json = new JsonBytes();
  const parts = writeAnswers(json, query, answers);
  while (!parts.next().done) yield json.take();
  yield json.take();
}

/** Yields after each column and each location. */
function* writeAnswers(
  json: JsonBytes,
  query: OpenMeteoQuery,
  answers: Iterable<PointAnswer>,
): Generator<void, void> {
  const isList = query.points.length > 1;
  let location = 0;
  if (isList) json.text('[');
  const answered = answers[Symbol.iterator]();
  for (;;) {
    const startMs = performance.now();
    const next = answered.next();
    if (next.done) break;
    json.text(location > 0 ? ',' : '');
    json.text(head(next.value, performance.now() - startMs));
    for (const section of next.value.sections) yield* writeSection(json, section, next.value, query);
    json.text('}');
    location += 1;
    yield;
  }
  if (isList) json.text(']');
}

function head({ latitude, longitude, elevation, point }: PointAnswer, milliseconds: number): string {
  const { timezone, abbreviation, offsetMs } = point.clock;
  const members = {
    latitude,
    longitude,
    generationtime_ms: milliseconds,
    utc_offset_seconds: offsetMs / 1000,
    timezone,
    timezone_abbreviation: abbreviation,
    elevation,
    location_id: point.locationId === 0 ? undefined : point.locationId,
  };
  return JSON.stringify(members).slice(0, -1);
}

function* writeSection(
  json: JsonBytes,
  section: AnswerSection,
  { point }: PointAnswer,
  { timeFormat }: OpenMeteoQuery,
): Generator<void, void> {
  const { name, range, columns, units } = section;
  const isSingle = name.startsWith('current');
  const interval = isSingle ? { interval: 'seconds' } : {};
  json.text(
    `,"${name}_units":${JSON.stringify({ time: timeFormat, ...interval, ...Object.fromEntries(units) })}`,
  );
  const [open, close] = isSingle ? ['', ''] : ['[', ']'];
  json.text(`,"${name}":{"time":${open}${timesOf(range, point.clock, timeFormat).join()}${close}`);
  if (isSingle) json.text(`,"interval":${range.stepMs / 1000}`);
  for (const column of columns) {
    json.text(`,"${column.name}":${open}`);
    writeValues(json, column, (timeMs) => momentOf(timeMs, point.clock, timeFormat));
    json.text(close);
    yield;
  }
  json.text('}');
}

function writeValues(json: JsonBytes, column: AnswerColumn, moment: (timeMs: number) => string): void {
  if ('instantsMs' in column) json.text(Array.from(column.instantsMs, moment).join());
  else json.column({ decimals: column.unit.decimals, scaled: column.scaled });
}
