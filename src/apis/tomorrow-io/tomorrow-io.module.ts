import { Module } from '@nestjs/common';
import { ForecastModule, PlacesModule } from '../../forecast/index.js';
import { UsageModule } from '../../usage/index.js';
import { TomorrowIoController } from './tomorrow-io.controller.js';
import { TomorrowIoService } from './tomorrow-io.service.js';

@Module({
  imports: [UsageModule, ForecastModule, PlacesModule],
  controllers: [TomorrowIoController],
  providers: [TomorrowIoService],
})
export class TomorrowIoModule {}
