import { defineEntity, p } from '@mikro-orm/core';

const ObservationBlockSchema = defineEntity({
  name: 'ObservationBlock',
  tableName: 'observation_blocks',
  properties: {
    source: p.text().primary(),
    /** The hour that is nearest to the reports. */
    hour: p.datetime().length(0).primary(),
    /** Of the stations; see `partOf`. */
    part: p.integer().primary(),
    /** See `packReports`. */
    reports: p.blob(),
    /** Whether only the report that is nearest to the hour is left of each station, without its text. */
    isThinned: p.boolean().default(false),
    /** That of its source when it was last written. */
    version: p.integer(),
  },
});

/** The reports of some of a source's stations for an hour, which take less space than a row for each report. */
export class ObservationBlock extends ObservationBlockSchema.class {}
ObservationBlockSchema.setClass(ObservationBlock);
