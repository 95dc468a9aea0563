import type { UnitSystem } from '../../weather/meteo/index.js';
import { type ConsensusShare } from '../series/run-series.js';
import { type AnswerWarning } from '../series/answer-warnings.js';
import { type Timeline } from '../request/parameters.js';
import { type ServedTimeline } from './served-timeline.js';

/** Metrics, and the hours of them that come from one source. */
export interface AnswerSpan {
  fields: string[];
  /** The first and last hour that it provides. */
  from: string;
  to: string;
}

/** What a model run, or climatology, contributes to a response: from the first hour of any metric to the last. */
export interface AnswerSource extends AnswerSpan {
  source: string;
  run: string | null;
  publishedAt: string | null;
  nextRunExpectedAt: string | null;
  /** The same for each group of metrics with the same hours. */
  spans: AnswerSpan[];
  /** The mean of its shares from `from` to `to`, 0..1; those of an hour add up to 1 with those of models not listed. */
  share: ConsensusShare;
  /** For a run that is published in parts: the valid time of its last step so far. */
  reaches?: string;
  /** How it provides the precipitation probability, if it does. */
  probabilityMethod?: 'ensemble_members' | 'neighborhood';
  grid: AnswerGrid;
  attribution: string;
}

/** What stations nearby have changed in a field. */
export interface AnswerCorrection {
  field: string;
  /** The nearest first. */
  stations: { id: string; distanceKm: number; weight: number }[];
  /** What was added to the values, on average. */
  mean: number;
  /** The number of the state of the verification. */
  state: number;
}

export interface AnswerGrid {
  /** Degrees between grid points. */
  resolution: number;
  /** Height of the source's terrain at the point, in meters; null if it has none. */
  elevation: number | null;
  interpolation: 'bilinear';
}

/** The place that the request names. */
export interface AnswerPlace {
  id: string;
  name: string;
  country_code: string;
  admin: string | null;
}

/** Where the values of a response come from. Times are ISO 8601, as they are served; null without a model run. */
export interface ForecastMeta {
  source: string;
  run: string | null;
  publishedAt: string | null;
  nextRunExpectedAt: string | null;
  units: UnitSystem;
  /** The name of the time zone of daily boundaries. */
  timezone: string;
  place?: AnswerPlace;
  /** The height that the values are for, in meters above sea level; null if the terrain is unknown. */
  elevation: number | null;
  /** Of the height, if it is the ground's. */
  elevationAttribution?: string;
  grid: AnswerGrid;
  attribution: string;
  /** In order of preference; per model, the newest run first. */
  sources: AnswerSource[];
  corrections: AnswerCorrection[];
  warnings: AnswerWarning[];
}

export type Provenance = Pick<ForecastMeta, 'sources' | 'warnings'>;

/** A response before serialization. */
export interface ForecastAnswer {
  location: { lat: number; lon: number };
  timelines: Partial<Record<Timeline, TimelineParts>>;
  /** Must be called last: warnings are collected while the timelines are calculated. */
  meta: () => ForecastMeta;
}

/** The parts of a timeline in order of time, each calculated when it is taken. */
export type TimelineParts = Iterable<ServedTimeline>;
