import { defineEntity, p } from '@mikro-orm/core';
import { ForecastJob } from './forecast-job.entity.js';

/** Units that a job used in a minute, so that they can be refunded to the minute in which they were counted. */
const ForecastJobChargeSchema = defineEntity({
  name: 'ForecastJobCharge',
  tableName: 'forecast_job_charges',
  properties: {
    job: () => p.manyToOne(ForecastJob).deleteRule('cascade').primary(),
    minute: p.datetime().length(3).primary(),
    units: p.integer(),
  },
});

export class ForecastJobCharge extends ForecastJobChargeSchema.class {}
ForecastJobChargeSchema.setClass(ForecastJobCharge);
