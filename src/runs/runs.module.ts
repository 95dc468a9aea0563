import { Module } from '@nestjs/common';
import { IngestReportsModule } from '../ingest/status/ingest-reports.module.js';
import { RunCatalogueModule } from '../model-store/catalogue/run-catalogue.module.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';

@Module({
  imports: [RunCatalogueModule, IngestReportsModule],
  controllers: [RunsController],
  providers: [RunsService],
})
export class RunsModule {}
