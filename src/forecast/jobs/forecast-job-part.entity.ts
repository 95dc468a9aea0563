import { defineEntity, p } from '@mikro-orm/core';
import { ForecastJob } from './forecast-job.entity.js';

/** Some of a job's results, in the order of its points. */
const ForecastJobPartSchema = defineEntity({
  name: 'ForecastJobPart',
  tableName: 'forecast_job_parts',
  properties: {
    job: () => p.manyToOne(ForecastJob).deleteRule('cascade').primary(),
    /** Starts at 0. */
    number: p.integer().primary(),
    /** Encoded by `encodePart`. */
    answers: p.blob(),
  },
});

export class ForecastJobPart extends ForecastJobPartSchema.class {}
ForecastJobPartSchema.setClass(ForecastJobPart);
