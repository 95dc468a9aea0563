import { HOUR_MS, type TimeZone } from '../../../core/time/index.js';
import { EntryFrame, JsonBytes, type ServedTimeline } from '../../../forecast/index.js';
import type { AskedLocation } from '../request/location.js';
import type { AskedTimeline, Shape, TomorrowIoQuery } from '../request/tomorrow-io-query.js';
import { type AskedWeather, servedTimeline } from './timeline-columns.js';

/** Entries written at a time, few enough to take little time. */
const ENTRIES_AT_ONCE = 200;
/** UTC offsets do not change within one of these. */
const SAME_OFFSET_MS = HOUR_MS / 2;

/** Consecutive entries whose times have the same UTC offset. */
interface Part {
  timeline: ServedTimeline;
  frame: EntryFrame;
}

export function wholeJson(query: TomorrowIoQuery, weather: AskedWeather): Buffer {
  const json = new JsonBytes();
  const parts = writeAnswer(json, query, weather);
  while (!parts.next().done);
  return json.take();
}

/** Like `wholeJson`, in pieces that take little time each. */
export function* jsonPieces(query: TomorrowIoQuery, weather: AskedWeather): Generator<Buffer, void> {
  const json = new JsonBytes();
  const parts = writeAnswer(json, query, weather);
  while (!parts.next().done) yield json.take();
  yield json.take();
}

/** Yields after each part. */
function writeAnswer(json: JsonBytes, query: TomorrowIoQuery, weather: AskedWeather): Generator<void, void> {
  return WRITERS[query.shape](json, query, weather);
}

const WRITERS: Readonly<
  Record<Shape, (json: JsonBytes, query: TomorrowIoQuery, weather: AskedWeather) => Generator<void, void>>
> = {
  *timelines(json, query, weather) {
    json.text('{"data":{"timelines":[');
    for (const [i, asked] of query.timelines.entries()) {
      const timeline = servedTimeline(query, asked, weather);
      json.text(`${i > 0 ? ',' : ''}${timelineHead(asked, timeline, query.clock)}`);
      yield* writeEntries(json, timeline, 'startTime', query.clock);
      json.text(']}');
    }
    const warnings = query.warnings.length > 0 ? `,"warnings":${JSON.stringify(query.warnings)}` : '';
    json.text(`]}${warnings}}`);
  },
  *forecast(json, query, weather) {
    json.text('{"timelines":{');
    for (const [i, asked] of query.timelines.entries()) {
      json.text(`${i > 0 ? ',' : ''}"${asked.name}":[`);
      yield* writeEntries(json, servedTimeline(query, asked, weather), 'time', query.clock);
      json.text(']');
    }
    json.text(`},"location":${locationText(query.location)}}`);
  },
  *realtime(json, query, weather) {
    json.text('{"data":');
    yield* writeEntries(json, servedTimeline(query, query.timelines[0], weather), 'time', query.clock);
    json.text(`,"location":${locationText(query.location)}}`);
  },
};

function timelineHead({ timestep }: AskedTimeline, { timesMs }: ServedTimeline, clock: TimeZone): string {
  const [startTime, endTime] = [timesMs[0], timesMs[timesMs.length - 1]].map((timeMs) =>
    frameOf('startTime', clock.offsetMs(timeMs)).textOf(timeMs),
  );
  return `${JSON.stringify({ timestep, endTime, startTime }).slice(0, -1)},"intervals":[`;
}

function locationText({ latitude, longitude, name }: AskedLocation): string {
  return JSON.stringify({ lat: latitude, lon: longitude, name });
}

function* writeEntries(
  json: JsonBytes,
  timeline: ServedTimeline,
  member: string,
  clock: TimeZone,
): Generator<void, void> {
  let isFirst = true;
  for (const part of partsOf(timeline, member, clock)) {
    json.entries(part.timeline, isFirst, part.frame);
    isFirst = false;
    yield;
  }
}

function* partsOf(
  { timesMs, columns }: ServedTimeline,
  member: string,
  clock: TimeZone,
): Generator<Part, void> {
  const offsetOf = clockOffsets(clock);
  for (let first = 0, end = 1; first < timesMs.length; first = end, end = first + 1) {
    const offsetMs = offsetOf(timesMs[first]);
    while (end < timesMs.length && end < first + ENTRIES_AT_ONCE && offsetOf(timesMs[end]) === offsetMs)
      end++;
    const cut = (values: Float64Array) => values.subarray(first, end);
    const timeline = {
      timesMs: cut(timesMs),
      columns: columns.map((column) =>
        'instantsMs' in column
          ? { ...column, instantsMs: cut(column.instantsMs) }
          : { ...column, scaled: cut(column.scaled) },
      ),
    };
    yield { timeline, frame: frameOf(member, offsetMs) };
  }
}

function clockOffsets(clock: TimeZone): (timeMs: number) => number {
  if (clock.name === 'UTC') return () => 0;
  const known = new Map<number, number>();
  return (timeMs) => {
    const moment = Math.floor(timeMs / SAME_OFFSET_MS);
    let offsetMs = known.get(moment);
    if (offsetMs === undefined) known.set(moment, (offsetMs = clock.offsetMs(timeMs)));
    return offsetMs;
  };
}

/** Cached by member name and offset; there are few of them. */
const frames = new Map<string, EntryFrame>();

function frameOf(member: string, offsetMs: number): EntryFrame {
  const key = `${member} ${offsetMs}`;
  let frame = frames.get(key);
  if (!frame) frames.set(key, (frame = new EntryFrame(member, offsetMs)));
  return frame;
}
