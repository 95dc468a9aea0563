import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/index.js';
import { ApiKeysModule } from '../../api-keys/index.js';
import { ClientsModule } from '../../clients/index.js';
import { OrganizationsModule } from '../../organizations/index.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MeteringModule } from '../metering/metering.module.js';
import { QuotaService } from './quota.service.js';
import { ReportScopeService } from './report-scope.service.js';
import { RequestLogService } from './request-log.service.js';
import { UsageController } from './usage.controller.js';
import { UsageExportService } from './usage-export.service.js';
import { UsageReaderService } from './usage-reader.service.js';
import { UsageReportService } from './usage-report.service.js';

@Module({
  imports: [AccountsModule, ApiKeysModule, ClientsModule, OrganizationsModule, LimitsModule, MeteringModule],
  controllers: [UsageController],
  providers: [
    ReportScopeService,
    UsageReaderService,
    UsageReportService,
    UsageExportService,
    QuotaService,
    RequestLogService,
  ],
  exports: [QuotaService, UsageReportService, UsageExportService],
})
export class ReportsModule {}
