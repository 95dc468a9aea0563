import { defineEntity, p } from '@mikro-orm/core';

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
