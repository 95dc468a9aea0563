import { type ForecastAnswer } from '../timelines/forecast-answer.js';
import { JsonBytes } from '../serving/json-bytes.js';

/** The bytes of an answer, as JSON.stringify would write it. */
export function serializeForecast(answer: ForecastAnswer): Buffer {
  const json = new JsonBytes();
  const parts = writeForecast(json, answer);
  while (!parts.next().done);
  return json.take();
}

/** The same piece by piece, each with a part of a timeline that is worked out only then. */
export function* forecastPieces(answer: ForecastAnswer): Generator<Buffer, void> {
  const json = new JsonBytes();
  const parts = writeForecast(json, answer);
  while (!parts.next().done) yield json.take();
  yield json.take();
}

/** Stops after each part. */
function* writeForecast(
  json: JsonBytes,
  { location, timelines, meta }: ForecastAnswer,
): Generator<void, void> {
  json.text(`{"location":${JSON.stringify(location)},"data":{"timelines":{`);
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
  json.text(`}},"meta":${JSON.stringify(meta())}}`);
}
