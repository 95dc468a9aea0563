import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/index.js';
import { ForecastModule } from '../forecast.module.js';
import { UsageModule } from '../../usage/index.js';
import { ForecastJobsController } from './forecast-jobs.controller.js';
import { ForecastJobsService } from './forecast-jobs.service.js';
import { ForecastJobsWorker } from './forecast-jobs.worker.js';
import { JobQueueService } from './job-queue.service.js';
import { JobResultsService } from './job-results.service.js';

@Module({
  imports: [ClientsModule, UsageModule, ForecastModule],
  controllers: [ForecastJobsController],
  providers: [ForecastJobsService, JobQueueService, JobResultsService, ForecastJobsWorker],
})
export class ForecastJobsModule {}
