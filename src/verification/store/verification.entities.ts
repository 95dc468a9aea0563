import { defineEntity, p } from '@mikro-orm/core';

const VerifiedRunSchema = defineEntity({
  name: 'VerifiedRun',
  tableName: 'verification_runs',
  properties: {
    source: p.text().primary(),
    run: p.datetime().length(0).primary(),
    /** Of the publication that was read: a run is published in parts. */
    publishedAt: p.datetime().length(3),
    /** How many stations were known then. */
    stations: p.integer(),
  },
});

/** A run, or an issue of the service's own forecast, of which the forecasts at stations are kept. */
export class VerifiedRun extends VerifiedRunSchema.class {}
VerifiedRunSchema.setClass(VerifiedRun);

const StationForecastsSchema = defineEntity({
  name: 'StationForecasts',
  tableName: 'verification_forecasts',
  properties: {
    day: p.datetime().length(0).primary(),
    /** Of the stations; see `partOfTile`. */
    part: p.integer().primary(),
    source: p.text().primary(),
    run: p.datetime().length(0).primary(),
    /** See `packForecasts`. */
    forecasts: p.blob(),
  },
});

/** What a run forecast for a day at some of the stations. */
export class StationForecasts extends StationForecastsSchema.class {}
StationForecastsSchema.setClass(StationForecasts);

const VerifiedDaySchema = defineEntity({
  name: 'VerifiedDay',
  tableName: 'verification_days',
  properties: {
    day: p.datetime().length(0).primary(),
    /** What its sums were made from: they are made anew when it changes. */
    inputs: p.text(),
    /** When all days up to this one were last verified; null if that was never on this day. */
    verifiedAt: p.datetime().length(3).nullable(),
  },
});

/** A day whose sums are those of everything that was known then. */
export class VerifiedDay extends VerifiedDaySchema.class {}
VerifiedDaySchema.setClass(VerifiedDay);

const VerifiedSumsSchema = defineEntity({
  name: 'VerifiedSums',
  tableName: 'verification_sums',
  indexes: [{ name: 'verification_sums_day_part', properties: ['day', 'part'] }],
  properties: {
    field: p.text().primary(),
    /** See `tileOf`; below 0, see `WORLD` and `LATER_RUNS`. */
    tile: p.integer().primary(),
    day: p.datetime().length(0).primary(),
    part: p.integer(),
    /** Of all stations of the tile, by lead time; see `packSums`. Null where there are so few that theirs are merged instead. */
    area: p.blob().nullable(),
    /** Of each station, by lead time. */
    stations: p.blob().nullable(),
    /** Of all stations of the tile, by hour of the day. */
    hours: p.blob().nullable(),
  },
});

/** Sums of the errors of a day. They merge: those of several days or tiles add up. */
export class VerifiedSums extends VerifiedSumsSchema.class {}
VerifiedSumsSchema.setClass(VerifiedSums);

const StationChecksSchema = defineEntity({
  name: 'StationChecks',
  tableName: 'verification_checks',
  properties: {
    day: p.datetime().length(0).primary(),
    part: p.integer().primary(),
    checks: p.blob(),
  },
});

/** What was known of some of the stations at the end of a day, to check their reports of the next one. */
export class StationChecks extends StationChecksSchema.class {}
StationChecksSchema.setClass(StationChecks);

const StationBiasesSchema = defineEntity({
  name: 'StationBiases',
  tableName: 'verification_biases',
  properties: {
    day: p.datetime().length(0).primary(),
    part: p.integer().primary(),
    /** See `packBiases`. */
    biases: p.blob(),
  },
});

/** What the errors of some of the stations had taught at the end of a day. */
export class StationBiases extends StationBiasesSchema.class {}
StationBiasesSchema.setClass(StationBiases);

const PublishedStateSchema = defineEntity({
  name: 'PublishedState',
  tableName: 'verification_states',
  properties: {
    number: p.integer().primary().autoincrement(false),
    publishedAt: p.datetime().length(3),
    /** When every process begins to use it. */
    effectiveAt: p.datetime().length(3),
    /** See `packState`. */
    state: p.blob(),
  },
});

/** What forecasts use of the verification, as it was published. */
export class PublishedState extends PublishedStateSchema.class {}
PublishedStateSchema.setClass(PublishedState);
