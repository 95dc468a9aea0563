import { defineEntity, p } from '@mikro-orm/core';

const TideGaugeSchema = defineEntity({
  name: 'TideGauge',
  tableName: 'tide_gauges',
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index(),
    /** Who added it. */
    accountId: p.text(),
    name: p.text(),
    /** Null until it was read. */
    levelCm: p.integer().nullable(),
  },
});

export class TideGauge extends TideGaugeSchema.class {}
TideGaugeSchema.setClass(TideGauge);
