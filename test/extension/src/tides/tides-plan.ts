import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LimitPolicy, type RateLimits } from 'weather-forecast-service';
import { TideGauge } from './tide-gauge.entity.js';

/** Organizations with tide gauges share this many units a day. */
const UNITS_A_DAY = 40_000;

@Injectable()
export class TidesPlan implements OnModuleInit {
  constructor(
    private readonly limits: LimitPolicy,
    private readonly entityManager: EntityManager,
  ) {}

  onModuleInit(): void {
    this.limits.add(async (organizationIds): Promise<Map<string, Partial<RateLimits>>> => {
      const gauges = await this.entityManager.find(TideGauge, { organizationId: [...organizationIds] });
      return new Map(gauges.map(({ organizationId }) => [organizationId, { day: UNITS_A_DAY }]));
    });
  }
}
