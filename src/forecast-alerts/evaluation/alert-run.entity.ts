import { defineEntity, p } from '@mikro-orm/core';

/** The newest run of a model that a process serves, or as much of it as is published. */
const AlertRunSchema = defineEntity({
  name: 'AlertRun',
  tableName: 'forecast_alert_runs',
  properties: {
    model: p.text().primary(),
    run: p.datetime().length(0),
    lastStepHours: p.integer(),
    isComplete: p.boolean(),
    /** Whether it is a part that was not continued for long. */
    isStalled: p.boolean().default(false),
    /** Its place among the publications of all models: alerts are looked at again after each. */
    position: p.integer(),
    seenAt: p.datetime().length(3),
  },
});

export class AlertRun extends AlertRunSchema.class {}
AlertRunSchema.setClass(AlertRun);
