import { Module } from '@nestjs/common';
import { ForecastModule } from '../../forecast/index.js';
import { UsageModule } from '../../usage/index.js';
import { MeteogramController } from './meteogram.controller.js';
import { PngPrice, SvgPrice } from './meteogram.prices.js';
import { MeteogramService } from './meteogram.service.js';
import { PngThread } from './png/png-thread-host.js';
import { PngRendererService } from './png/png-renderer.service.js';

@Module({
  imports: [UsageModule, ForecastModule],
  controllers: [MeteogramController],
  providers: [MeteogramService, SvgPrice, PngPrice, PngRendererService, PngThread],
})
export class MeteogramModule {}
