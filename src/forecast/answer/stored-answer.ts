import { type AnswerOrigin } from '../serving/served-answer.js';
import { type Timeline } from '../request/parameters.js';
import { type ForecastAnswer, type ForecastMeta } from '../timelines/forecast-answer.js';
import { type ServedTimeline } from '../timelines/served-timeline.js';

/** A calculated response as plain data, which can be serialized in any format later. */
export interface KeptAnswer {
  location: ForecastAnswer['location'];
  timelines: Partial<Record<Timeline, ServedTimeline[]>>;
  meta: ForecastMeta;
  origin: AnswerOrigin;
}

/**
 * Calculates a response. Yields `undefined` after each part, so that other requests can run in between, then the
 * result.
 */
export function* keptAnswer(
  origin: AnswerOrigin,
  { location, timelines, meta }: ForecastAnswer,
): Generator<KeptAnswer | undefined, void> {
  const kept: KeptAnswer['timelines'] = {};
  for (const [name, parts] of Object.entries(timelines) as [Timeline, Iterable<ServedTimeline>][]) {
    const list: ServedTimeline[] = (kept[name] = []);
    for (const part of parts) {
      list.push(part);
      yield undefined;
    }
  }
  yield { location, timelines: kept, meta: meta(), origin };
}

export function answerOf({ location, timelines, meta }: KeptAnswer): ForecastAnswer {
  return { location, timelines, meta: () => meta };
}
