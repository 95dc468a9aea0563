import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../model-store/run-catalogue.module.js';
import { Draining } from './draining.service.js';
import { HealthController } from './health.controller.js';

@Module({
  imports: [RunCatalogueModule],
  controllers: [HealthController],
  providers: [Draining],
  exports: [Draining],
})
export class HealthModule {}
