import { Module } from '@nestjs/common';
import { ForecastModule } from '../../forecast/forecast.module.js';
import { PlacesModule } from '../../forecast/places/places.module.js';
import { UsageModule } from '../../usage/usage.module.js';
import { TomorrowIoController } from './tomorrow-io.controller.js';
import { TomorrowIoService } from './tomorrow-io.service.js';

@Module({
  imports: [UsageModule, ForecastModule, PlacesModule],
  controllers: [TomorrowIoController],
  providers: [TomorrowIoService],
})
export class TomorrowIoModule {}
