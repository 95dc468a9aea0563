import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { type AnswerFormat, type JoinedAnswers } from '../serving/answer-format.js';
import { JsonBytes } from '../serving/json-bytes.js';

/** The JSON before the timelines of a response, between them and `meta`, and after `meta`. */
interface Frame {
  head: (location: ForecastAnswer['location']) => string;
  middle: string;
  tail: string;
}

/** As JSON.stringify would serialize the response. */
export const JSON_FORMAT = jsonFormat(
  { mediaType: 'application/json; charset=utf-8', keySuffix: '' },
  {
    head: (location) => `{"location":${JSON.stringify(location)},"data":{"timelines":{`,
    middle: '}},"meta":',
    tail: '}',
  },
  { opening: '{"forecasts":[', closing: (meta) => `],"meta":${JSON.stringify(meta)}}` },
);

/** RFC 7946: a point with the timelines and `meta` as its properties. */
export const GEOJSON_FORMAT = jsonFormat(
  { mediaType: 'application/geo+json', keySuffix: ' geojson' },
  {
    head: ({ lat, lon }) =>
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lon},${lat}]},"properties":{"timelines":{`,
    middle: '},"meta":',
    tail: '}}',
  },
  {
    opening: '{"type":"FeatureCollection","features":[',
    closing: (meta) => `],"meta":${JSON.stringify(meta)}}`,
  },
);

function jsonFormat(
  names: Pick<AnswerFormat, 'mediaType' | 'keySuffix'>,
  frame: Frame,
  batch: Pick<JoinedAnswers, 'opening' | 'closing'>,
): AnswerFormat {
  return {
    ...names,
    holdsOneTimeline: false,
    whole: (answer) => {
      const json = new JsonBytes();
      const parts = writeForecast(json, answer, frame);
      while (!parts.next().done);
      return json.take();
    },
    *pieces(answer) {
      const json = new JsonBytes();
      const parts = writeForecast(json, answer, frame);
      while (!parts.next().done) yield json.take();
      yield json.take();
    },
    batch: { ...batch, separator: ',', following: (first) => first },
  };
}

/** Yields after each part of a timeline. */
function* writeForecast(
  json: JsonBytes,
  { location, timelines, meta }: ForecastAnswer,
  { head, middle, tail }: Frame,
): Generator<void, void> {
  json.text(head(location));
  let separator = '';
  for (const [name, parts] of Object.entries(timelines)) {
    json.text(`${separator}"${name}":[`);
    separator = ',';
    let isFirst = true;
    for (const part of parts) {
      json.entries(part, isFirst);
      isFirst = false;
      yield;
    }
    json.text(']');
  }
  json.text(`${middle}${JSON.stringify(meta())}${tail}`);
}
