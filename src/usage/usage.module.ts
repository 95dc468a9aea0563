import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { LimitsModule } from './limits/limits.module.js';
import { MeteringModule } from './metering/metering.module.js';
import { QuotaLevelsModule } from './quota-levels/quota-levels.module.js';
import { ReportsModule } from './reports/reports.module.js';

@Module({
  imports: [ApiKeysModule, LimitsModule, MeteringModule, QuotaLevelsModule, ReportsModule],
  exports: [ApiKeysModule, LimitsModule, MeteringModule, ReportsModule],
})
export class UsageModule {}
