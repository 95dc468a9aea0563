import { QUANTILE_PERCENTS } from '../../meteo/ensemble/quantiles.js';
import { mapSeries } from '../../meteo/series.js';
import { type VariableName } from '../../meteo/variables.js';
import { DAILY_MEASURES, dailyValueOf } from '../metric-catalogue.js';
import type { DailyValue, Metric } from '../metric.schema.js';
import type { MetricSource, MinuteSource } from '../metric.types.js';
import { PRECIPITATION } from './precipitation.js';
import { SKY } from './sky.js';
import { TEMPERATURE_AND_HUMIDITY } from './temperature-and-humidity.js';
import { WIND } from './wind.js';

const group = 'Ensemble';
const suffixes = QUANTILE_PERCENTS.map((percent) => `P${percent}`);
const MEMBERS_UP_TO = QUANTILE_PERCENTS.map(
  (percent) => `Of the ensemble's members, ${percent} % have this value or a lower one`,
);

type Variables = readonly [low: VariableName, middle: VariableName, high: VariableName];

/** How the quantiles of a metric are derived. */
interface Quantiles {
  of: string;
  variables: Variables;
  derive: (source: MetricSource, index: number) => Float64Array;
  course: (minutes: MinuteSource, index: number) => Float64Array;
  /** What is served, by the index of the quantile. */
  descriptions: readonly string[];
  method: string;
}

const bases: readonly Metric[] = [...TEMPERATURE_AND_HUMIDITY, ...WIND, ...PRECIPITATION, ...SKY];

/**
 * Bounds the difference between a quantile and the median: the interpolated curves of both may cross, but the quantiles
 * must not.
 */
const BOUND = [
  (departure: number) => Math.min(departure, 0),
  (departure: number) => departure,
  (departure: number) => Math.max(departure, 0),
];

export const QUANTILES: readonly Metric[] = [
  aroundServed('temperature', ['temperature2mP10', 'temperature2mP50', 'temperature2mP90']),
  aroundServed('windSpeed', ['windSpeed10mP10', 'windSpeed10mP50', 'windSpeed10mP90'], { minimum: 0 }),
  aroundServed('windGust', ['windGustP10', 'windGustP50', 'windGustP90'], {
    minimum: 0,
    neverBelow: 'windSpeed',
  }),
  withServed('precipitationIntensity', ['precipitationP10', 'precipitationP50', 'precipitationP90']),
  aroundServed('cloudCover', ['cloudCoverP10', 'cloudCoverP50', 'cloudCoverP90'], {
    minimum: 0,
    maximum: 100,
  }),
].flatMap(quantilesOf);

interface Bounds {
  minimum?: number;
  maximum?: number;
  /** A metric whose quantiles are lower bounds of these. */
  neverBelow?: string;
}

/** The median is the served value, and the other quantiles are as far from it as they are among the members. */
function aroundServed(of: string, variables: Variables, bounds: Bounds = {}): Quantiles {
  const { minimum = -Infinity, maximum = Infinity, neverBelow } = bounds;
  const around = (
    served: Float64Array,
    departures: Float64Array,
    index: number,
    metric: MetricSource['metric'],
  ) => {
    const least = neverBelow === undefined ? undefined : metric(neverBelow + suffixes[index]);
    return mapSeries(served, (value, i) => {
      const moved = Math.min(Math.max(value + BOUND[index](departures[i]), minimum), maximum);
      return least && least[i] > moved ? least[i] : moved;
    });
  };
  const limits = [
    minimum > -Infinity && `Never below ${minimum}.`,
    maximum < Infinity && `Never above ${maximum}.`,
    neverBelow !== undefined && `Never below the same quantile of \`${neverBelow}\`.`,
  ].filter((limit) => limit !== false);
  return {
    of,
    variables,
    derive({ variable, metric }, index) {
      const median = variable(variables[1]);
      const departures = mapSeries(variable(variables[index]), (value, i) => value - median[i]);
      return around(metric(of), departures, index, metric);
    },
    course({ hourly, metric, curve }, index) {
      const served = hourly.metric(of);
      const departures = mapSeries(hourly.metric(of + suffixes[index]), (value, i) => value - served[i]);
      return around(metric(of), curve(departures), index, metric);
    },
    descriptions: MEMBERS_UP_TO.map(
      (members) => `${members}, once all are shifted so that their median is the returned \`${of}\`.`,
    ).with(1, `The returned \`${of}\`: the ensemble's members are shifted so that it is their median.`),
    method: [
      `The returned \`${of}\`, plus the difference between the members' quantile and their median.`,
      ...limits,
    ].join(' '),
  };
}

/**
 * Uses the members' own quantiles, which agree with the precipitation probability, and keeps the served value between
 * the outer ones. Shifting the members would lose the dry ones, and a median of 0 cannot be scaled.
 */
function withServed(of: string, variables: Variables): Quantiles {
  const outer = [Math.min, undefined, Math.max];
  return {
    of,
    variables,
    derive({ variable, metric }, index) {
      const median = variable(variables[1]);
      const values = variable(variables[index]);
      const bound = outer[index];
      return mapSeries(metric(of), (served, i) => {
        if (Number.isNaN(served)) return NaN;
        return bound ? bound(values[i], median[i], served) : values[i];
      });
    },
    descriptions: [
      `${MEMBERS_UP_TO[0]}. Never above the returned \`${of}\`.`,
      `${MEMBERS_UP_TO[1]}.`,
      `${MEMBERS_UP_TO[2]}. Never below the returned \`${of}\`.`,
    ],
    course: ({ hourly, held }, index) => held(hourly.metric(of + suffixes[index])),
    method: `The members' quantile of the step's amount, divided evenly over its hours, so it agrees with \`precipitationProbability\`. P10 is never above the returned \`${of}\`, and P90 never below it.`,
  };
}

function quantilesOf({ of, variables, derive, course, descriptions, method }: Quantiles): Metric[] {
  const base = bases.find(({ name }) => name === of)!;
  return suffixes.map((suffix, index): Metric => {
    const title = `${base.title}: ${suffix}`;
    return {
      name: of + suffix,
      title,
      description: descriptions[index],
      group,
      quantity: base.quantity,
      decimals: base.decimals,
      needs: base.needs,
      ofMembers: variables[index],
      needsMembers: true,
      byDefault: false,
      course: (minutes) => course(minutes, index),
      derive: (source) => derive(source, index),
      daily: dailyOf(base, suffix),
      method,
    };
  });
}

/** The quantiles of a day's extremes and sum, as if a member that is low in one hour were low all day. */
function dailyOf(base: Metric, suffix: string): DailyValue[] {
  return base.daily.flatMap((form): DailyValue[] => {
    const { name, title, quantity = base.quantity, measure } = dailyValueOf(base, form);
    if (typeof measure === 'function' || measure === 'average') return [];
    const { description } = DAILY_MEASURES[measure];
    return [
      {
        name: name + suffix,
        title: `${title}, ${suffix}`,
        description: `${description} It assumes that each member keeps its rank all day, and is null where the ensemble covers only a part of the day.`,
        quantity,
        measure,
        everyHourOf: base.name,
      },
    ];
  });
}
