import { defineEntity, p } from '@mikro-orm/core';

/** The newest run of a model, as far as it has been published to any process. */
const AlertRunSchema = defineEntity({
  name: 'AlertRun',
  tableName: 'forecast_alert_runs',
  properties: {
    model: p.text().primary(),
    run: p.datetime().length(0),
    lastStepHours: p.integer(),
    isComplete: p.boolean(),
    /** Whether it is incomplete and hasn't been continued for long. */
    isStalled: p.boolean().default(false),
    /** Sequence number across the publications of all models. Alerts are evaluated again after each. */
    position: p.integer(),
    seenAt: p.datetime().length(3),
  },
});

export class AlertRun extends AlertRunSchema.class {}
AlertRunSchema.setClass(AlertRun);
