import { Module } from '@nestjs/common';
import { ForecastModule } from '../forecast/forecast.module.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [ForecastModule], controllers: [HealthController] })
export class HealthModule {}
