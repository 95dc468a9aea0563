import { Module } from '@nestjs/common';
import { TideGaugesController } from './tide-gauges.controller.js';
import { TideLevels } from './tide-levels.js';
import { TidesPlan } from './tides-plan.js';

@Module({ controllers: [TideGaugesController], providers: [TideLevels, TidesPlan] })
export class TidesModule {}
