import { type UnitSystem } from '../../meteo/units.js';
import { type AnswerWarning } from '../series/answer-warnings.js';
import { type Timeline } from '../request/parameters.js';
import { type ServedTimeline } from './served-timeline.js';

/** Metrics, and the hours of them that come from one source. */
export interface AnswerSpan {
  fields: string[];
  /** The first and the last hour that it gives. */
  from: string;
  to: string;
}

/** What a model run, or climatology, gives of an answer: from the first hour of any metric to the last. */
export interface AnswerSource extends AnswerSpan {
  source: string;
  run: string | null;
  publishedAt: string | null;
  nextRunExpectedAt: string | null;
  /** The same for each group of metrics that it gives in the same hours. */
  spans: AnswerSpan[];
  /** Of a run that is published in parts: the valid time of its last step so far. */
  reaches?: string;
  /** How it gives the probability of precipitation, if it does. */
  probabilityMethod?: 'ensemble_members' | 'neighborhood';
  grid: AnswerGrid;
  attribution: string;
}

export interface AnswerGrid {
  /** Degrees between grid points. */
  resolution: number;
  /** The source's terrain at the point, in metres; null where it has none. */
  elevation: number | null;
  interpolation: 'bilinear';
}

/** The place by whose name a point was asked for. */
export interface AnswerPlace {
  id: string;
  name: string;
  country_code: string;
  admin: string | null;
}

/** Where the values of an answer come from. Times are ISO 8601, as they are served; null without a model run. */
export interface ForecastMeta {
  source: string;
  run: string | null;
  publishedAt: string | null;
  nextRunExpectedAt: string | null;
  units: UnitSystem;
  /** The name of the time zone of daily boundaries. */
  timezone: string;
  place?: AnswerPlace;
  grid: AnswerGrid;
  attribution: string;
  /** In order of preference; of a model the newest run first. */
  sources: AnswerSource[];
  warnings: AnswerWarning[];
}

/** An answer before it becomes text. */
export interface ForecastAnswer {
  location: { lat: number; lon: number };
  timelines: Partial<Record<Timeline, TimelineParts>>;
  /** To be asked for last: what is missing shows while the timelines are worked out. */
  meta: () => ForecastMeta;
}

/** The parts of a timeline in the order of time, worked out one by one as they are taken. */
export type TimelineParts = Iterable<ServedTimeline>;
