import { Module } from '@nestjs/common';
import { ForecastModule, PlacesModule } from '../../forecast/index.js';
import { UsageModule } from '../../usage/index.js';
import { TomorrowIoController } from './tomorrow-io.controller.js';
import { ForecastPrice, RealtimePrice, TimelinesBodyPrice, TimelinesPrice } from './tomorrow-io.prices.js';
import { TomorrowIoService } from './tomorrow-io.service.js';

@Module({
  imports: [UsageModule, ForecastModule, PlacesModule],
  controllers: [TomorrowIoController],
  providers: [TomorrowIoService, ForecastPrice, RealtimePrice, TimelinesPrice, TimelinesBodyPrice],
})
export class TomorrowIoModule {}
