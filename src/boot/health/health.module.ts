import { type DynamicModule, Module } from '@nestjs/common';
import { IngestModule } from '../../ingest/ingest.module.js';
import { IngestReportsModule } from '../../ingest/status/ingest-reports.module.js';
import { RunCatalogueModule } from '../../store/catalogue/run-catalogue.module.js';
import { MeteringModule } from '../../usage/metering/metering.module.js';
import { DrainingService } from './draining.service.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [RunCatalogueModule, IngestModule, IngestReportsModule],
  controllers: [HealthController],
  providers: [DrainingService],
  exports: [DrainingService],
})
export class HealthModule {
  /** For processes that serve requests, whose usage has to be recorded. */
  static withUsage(): DynamicModule {
    return { module: HealthModule, imports: [MeteringModule] };
  }
}
