import { RunCatalogueModule } from '../../store/nest/index.js';
import { type DynamicModule, Module } from '@nestjs/common';
import { IngestModule, IngestReportsModule } from '../../ingest/index.js';
import { ObservationsModule } from '../../observations/index.js';
import { VerificationModule } from '../../verification/index.js';
import { ForecastModule } from '../../forecast/index.js';
import { MeteringModule } from '../../usage/index.js';
import { AccountsModule } from '../../accounts/index.js';
import { AuditModule } from '../../core/audit/index.js';
import { ModelChecksController } from './model-checks.controller.js';
import { DrainingService } from './draining.service.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [RunCatalogueModule, IngestModule, IngestReportsModule, ObservationsModule],
  controllers: [HealthController],
  providers: [DrainingService],
  exports: [DrainingService],
})
export class HealthModule {
  /** For processes that serve requests, whose usage has to be recorded, and make forecasts. */
  static withUsage(): DynamicModule {
    return {
      module: HealthModule,
      imports: [MeteringModule, VerificationModule, ForecastModule, AccountsModule, AuditModule],
      controllers: [ModelChecksController],
    };
  }
}
