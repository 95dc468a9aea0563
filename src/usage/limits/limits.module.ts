import { Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiKeysModule, RefusedKeysService } from '../../api-keys/index.js';
import { MetricsModule } from '../../core/telemetry/index.js';
import { MeteringModule } from '../metering/metering.module.js';
import { BackgroundUnitsService } from './background-units.service.js';
import { ClientThrottlerGuard } from './client-throttler.guard.js';
import { ConsumptionHistory } from './consumption-history.js';
import { addLimitHooks } from './limit-hooks.js';
import { LimitDecisionsService } from './limit-decisions.service.js';
import { LimitMetrics } from './limit-metrics.js';
import { LimitStorageModule } from './limit-storage.module.js';
import { LimitStorage } from './limit.storage.js';
import { LocalLimitStorage } from './local-limit.storage.js';
import { findPrices } from './request-price.js';

@Module({
  imports: [ApiKeysModule, DiscoveryModule, LimitStorageModule, MetricsModule, MeteringModule],
  providers: [ClientThrottlerGuard, LimitDecisionsService, BackgroundUnitsService, LimitMetrics],
  exports: [ClientThrottlerGuard, LimitDecisionsService, BackgroundUnitsService, LimitStorageModule],
})
export class LimitsModule implements OnModuleInit {
  constructor(
    private readonly storage: LimitStorage,
    private readonly local: LocalLimitStorage,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly history: ConsumptionHistory,
    private readonly throttler: ClientThrottlerGuard,
    private readonly refusedKeys: RefusedKeysService,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    findPrices(this.discovery);
    const fastify = this.host.httpAdapter.getInstance();
    addLimitHooks(fastify, this.storage);
    this.refusedKeys.use((request, owner) => this.throttler.takeRefusal(request, owner));
    // Runs before the service listens, and waits until metering has replayed what a killed process left.
    fastify.addHook('onReady', () => this.local.restore(this.history));
  }
}
