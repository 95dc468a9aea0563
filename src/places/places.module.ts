import { Module } from '@nestjs/common';
import { UsageModule } from '../usage/usage.module.js';
import { PlacesController } from './places.controller.js';

@Module({ imports: [UsageModule], controllers: [PlacesController] })
export class PlacesModule {}
