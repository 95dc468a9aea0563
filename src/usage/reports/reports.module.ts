import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../api-keys/api-keys.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MeteringModule } from '../metering/metering.module.js';
import { Quotas } from './quota.service.js';
import { ReportScopes } from './report-scope.service.js';
import { RequestLog } from './request-log.service.js';
import { UsageController } from './usage.controller.js';
import { UsageReader } from './usage-reader.service.js';
import { UsageReports } from './usage-report.service.js';

@Module({
  imports: [ApiKeysModule, ClientsModule, LimitsModule, MeteringModule],
  controllers: [UsageController],
  providers: [ReportScopes, UsageReader, UsageReports, Quotas, RequestLog],
})
export class ReportsModule {}
