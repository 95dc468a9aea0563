import { type ForecastAnswer } from './forecast-answer.js';
import { JsonBytes } from './serving/json-bytes.js';

/** The bytes of an answer, as JSON.stringify would write it. */
export function serializeForecast(answer: ForecastAnswer): Buffer {
  const steps = forecastSteps(answer);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Works out and writes an answer, one part of a timeline at each step; returns its bytes. */
export function* forecastSteps({ location, timelines, meta }: ForecastAnswer): Generator<void, Buffer> {
  const json = new JsonBytes();
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
  return json.take();
}
