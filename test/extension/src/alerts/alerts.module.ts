import { Module } from '@nestjs/common';
import { AuditModule, ForecastModule, UsageModule } from 'weather-forecast-service';
import { AlertsController } from './alerts.controller.js';

@Module({ imports: [AuditModule, ForecastModule, UsageModule], controllers: [AlertsController] })
export class AlertsModule {}
