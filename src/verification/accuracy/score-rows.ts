import { atOnce } from '../../core/background/index.js';
import {
  CLIMATOLOGY,
  type CaseDay,
  CRPS_UNIT,
  HOUR_BIN,
  HOUR_BINS,
  HOUR_LEADS,
  LEAD_BINS,
  LEAST_CASES,
  PERSISTENCE,
  type ScoredField,
  type SourceSums,
  brierOf,
  compareSums,
  meanInterval,
  reliabilityOf,
  scoresOf,
} from '../../weather/verification/index.js';
import { AUTO, AUTO_UNCORRECTED, AUTO_WITHOUT_STATION, isLeftOut } from '../forecasts/own-sources.js';
import type { AccuracyScoreDto } from './accuracy.dto.js';

/** Sums of a day. */
export interface DaySourceSums extends SourceSums {
  readonly dayMs: number;
}

/** Models come after the first two and before the last two. */
const ORDER: Readonly<Record<string, number>> = {
  [AUTO]: 0,
  [AUTO_WITHOUT_STATION]: 1,
  [PERSISTENCE]: 3,
  [CLIMATOLOGY]: 4,
};
const MODELS = 2;

/** Returns the scores of sums: source by source, the service's own first, and of each from the shortest lead time on. */
export function scoreRows(
  field: ScoredField,
  parts: readonly DaySourceSums[],
  by: 'lead' | 'hour',
): AccuracyScoreDto[] {
  const sources = [...new Set(parts.flatMap((part) => part.sources))]
    .filter((source) => source !== AUTO_UNCORRECTED)
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  const bins = by === 'lead' ? LEAD_BINS.length : HOUR_BINS;
  const days = sources.map(() => Array.from({ length: bins }, () => new Map<number, CaseDay>()));
  const merging = compareSums(parts, sources, bins, field.numbers, (bin, i, compared) => {
    const { dayMs, sums, first, sources: theirs } = parts[i];
    for (const s of compared) {
      const at = first + (theirs.indexOf(sources[s]) * bins + bin) * field.numbers;
      const before = days[s][bin].get(dayMs) ?? { cases: 0, sum: 0 };
      const sum = before.sum + sums[at + 2] * field.step;
      days[s][bin].set(dayMs, { cases: before.cases + sums[at], sum });
    }
  });
  const merged = atOnce(merging);
  const rows = sources.flatMap((source, s) =>
    Array.from({ length: bins }, (_, bin): AccuracyScoreDto => {
      const at = (s * bins + bin) * field.numbers;
      return {
        source,
        truth: 'stations',
        leadHours: by === 'lead' ? LEAD_BINS[bin] : HOUR_LEADS,
        ...(by === 'hour' && { hour: bin * HOUR_BIN }),
        cases: merged[at],
        days: days[s][bin].size,
        ...valuesOf(field, merged, at, [...days[s][bin].values()]),
      };
    }).filter(({ cases }) => cases > 0),
  );
  if (!isLeftOut(AUTO_WITHOUT_STATION, field.name) || field.kind === 'quantiles') return rows;
  // No station corrects the field, so the forecast is the same without it.
  const own = rows.filter(({ source }) => source === AUTO);
  const others = rows.filter(({ source }) => source !== AUTO && source !== AUTO_WITHOUT_STATION);
  return [...own, ...own.map((row) => ({ ...row, source: AUTO_WITHOUT_STATION })), ...others];
}

function rank(source: string): number {
  return ORDER[source] ?? MODELS;
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

function valuesOf(
  { kind, step }: ScoredField,
  sums: Float64Array,
  at: number,
  days: readonly CaseDay[],
): Partial<AccuracyScoreDto> {
  const isEnough = sums[at] >= LEAST_CASES;
  const shown = (value: () => number) => (isEnough ? rounded(value()) : null);
  switch (kind) {
    case 'probability':
      return {
        brier: shown(() => brierOf(sums, at)),
        ...(isEnough && {
          reliability: reliabilityOf(sums, at).map((bin) => ({
            ...bin,
            forecast: bin.forecast === null ? null : rounded(bin.forecast),
            observed: bin.observed === null ? null : rounded(bin.observed),
          })),
        }),
      };
    case 'quantiles':
      return {
        coverage: shown(() => sums[at + 1] / sums[at]),
        crps: shown(() => (sums[at + 2] / sums[at]) * CRPS_UNIT),
      };
    default: {
      const scores = scoresOf(sums, at, step);
      const interval = isEnough ? meanInterval(days) : undefined;
      const own =
        kind === 'vector'
          ? { mae: shown(() => scores.mae), vectorRmse: shown(() => scores.rmse) }
          : { bias: shown(() => scores.bias), mae: shown(() => scores.mae), rmse: shown(() => scores.rmse) };
      return {
        ...own,
        interval: interval ? { low: rounded(interval.low), high: rounded(interval.high) } : null,
      };
    }
  }
}
