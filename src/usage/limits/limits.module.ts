import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { MetricsModule } from '../../core/telemetry/index.js';
import { MeteringModule } from '../metering/metering.module.js';
import { BackgroundUnitsService } from './background-units.service.js';
import { ConsumptionHistory } from './consumption-history.js';
import { addLimitHooks } from './limit-hooks.js';
import { LimitDecisionsService } from './limit-decisions.service.js';
import { LimitMetrics } from './limit-metrics.js';
import { LimitStorageModule } from './limit-storage.module.js';
import { LimitStorage } from './limit.storage.js';
import { LocalLimitStorage } from './local-limit.storage.js';

@Module({
  imports: [LimitStorageModule, MetricsModule, MeteringModule],
  providers: [LimitDecisionsService, BackgroundUnitsService, LimitMetrics],
  exports: [LimitDecisionsService, BackgroundUnitsService, LimitStorageModule],
})
export class LimitsModule implements OnModuleInit {
  constructor(
    private readonly storage: LimitStorage,
    private readonly local: LocalLimitStorage,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly history: ConsumptionHistory,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance();
    addLimitHooks(fastify, this.storage);
    // Runs before the service listens, and waits until metering has replayed what a killed process left.
    fastify.addHook('onReady', () => this.local.restore(this.history));
  }
}
