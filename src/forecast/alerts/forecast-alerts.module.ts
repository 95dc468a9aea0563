import { RunCatalogueModule } from '../../store/nest/index.js';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/index.js';
import { AuditModule } from '../../core/audit/index.js';
import { ClientsModule } from '../../clients/index.js';
import { EventsModule } from '../../core/events/index.js';
import { ForecastModule } from '../forecast.module.js';
import { OrganizationsModule } from '../../organizations/index.js';
import { EndedAlertsSweeper } from './ended-alerts.sweeper.js';
import { AlertEvaluatorService } from './evaluation/alert-evaluator.service.js';
import { AlertForecastsService } from './evaluation/alert-forecasts.service.js';
import { AlertRunsService } from './evaluation/alert-runs.service.js';
import { ForecastAlertsController } from './forecast-alerts.controller.js';
import { ForecastAlertsService } from './forecast-alerts.service.js';

@Module({
  imports: [
    AccountsModule,
    AuditModule,
    ClientsModule,
    OrganizationsModule,
    EventsModule,
    ForecastModule,
    RunCatalogueModule,
  ],
  controllers: [ForecastAlertsController],
  providers: [
    ForecastAlertsService,
    EndedAlertsSweeper,
    AlertRunsService,
    AlertForecastsService,
    AlertEvaluatorService,
  ],
})
export class ForecastAlertsModule {}
