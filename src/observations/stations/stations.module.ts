import { Module } from '@nestjs/common';
import { ObservationsModule } from '../observations.module.js';
import { StationsController } from './stations.controller.js';
import { StationsService } from './stations.service.js';

@Module({
  imports: [ObservationsModule],
  controllers: [StationsController],
  providers: [StationsService],
})
export class StationsModule {}
