import { Module } from '@nestjs/common';
import { RunCatalogueModule } from '../model-store/run-catalogue.module.js';
import { HealthController } from './health.controller.js';

@Module({ imports: [RunCatalogueModule], controllers: [HealthController] })
export class HealthModule {}
