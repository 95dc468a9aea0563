import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.js';
import { RunCatalogueModule } from '../model-store/run-catalogue.module.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';

@Module({
  imports: [RunCatalogueModule, IngestModule],
  controllers: [RunsController],
  providers: [RunsService],
})
export class RunsModule {}
