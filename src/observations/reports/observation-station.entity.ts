import { defineEntity, p } from '@mikro-orm/core';

const ObservationStationSchema = defineEntity({
  name: 'ObservationStation',
  tableName: 'observation_stations',
  properties: {
    id: p.text().primary(),
    source: p.text(),
    name: p.text().nullable(),
    lat: p.double().$type<number>(),
    lon: p.double().$type<number>(),
    elevation: p.double().$type<number>(),
    /** The day of its last report. */
    seenOn: p.datetime().length(0),
    /** That of its source when it was last written. */
    version: p.integer(),
  },
});

/** Where a source's reports come from. */
export class ObservationStation extends ObservationStationSchema.class {}
ObservationStationSchema.setClass(ObservationStation);
