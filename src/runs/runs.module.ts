import { Module } from '@nestjs/common';
import { ForecastModule } from '../forecast/forecast.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';

@Module({ imports: [ForecastModule, IngestModule], controllers: [RunsController], providers: [RunsService] })
export class RunsModule {}
