import { Module } from '@nestjs/common';
import { AuditModule, ForecastModule, MetricsModule, UsageModule } from 'weather-forecast-service';
import { AlertsController } from './alerts.controller.js';

@Module({
  imports: [AuditModule, ForecastModule, MetricsModule, UsageModule],
  controllers: [AlertsController],
})
export class AlertsModule {}
