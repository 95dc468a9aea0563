import { Module } from '@nestjs/common';
import { ForecastModule } from '../../forecast/index.js';
import { UsageModule } from '../../usage/index.js';
import { OpenMeteoController } from './open-meteo.controller.js';
import { OpenMeteoBodyPrice, OpenMeteoPrice } from './open-meteo.prices.js';
import { OpenMeteoService } from './open-meteo.service.js';

@Module({
  imports: [UsageModule, ForecastModule],
  controllers: [OpenMeteoController],
  providers: [OpenMeteoService, OpenMeteoPrice, OpenMeteoBodyPrice],
})
export class OpenMeteoModule {}
