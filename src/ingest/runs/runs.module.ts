import { RunCatalogueModule } from '../../store/nest/index.js';
import { Module } from '@nestjs/common';
import { IngestReportsModule } from '../status/ingest-reports.module.js';
import { EventsModule } from '../../core/events/index.js';
import { RunPublicationsService } from './run-publications.service.js';
import { RunsController } from './runs.controller.js';
import { StatusController } from './status.controller.js';
import { RunsService } from './runs.service.js';

@Module({
  imports: [RunCatalogueModule, IngestReportsModule, EventsModule],
  controllers: [RunsController, StatusController],
  providers: [RunsService, RunPublicationsService],
})
export class RunsModule {}
