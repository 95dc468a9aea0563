import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/account.entity.js';
import { AccountExportService } from '../../accounts/export/account-export.service.js';
import { toInstant } from '../../common/time/instant.js';
import { Configuration } from '../../config/configuration.js';
import { MOST_BUCKETS } from './report-buckets.js';
import { type ReportScope, ReportScopeService } from './report-scope.service.js';
import { jsonReportWriter } from './report-writer.js';
import { RequestLogService } from './request-log.service.js';
import type { UsageReportDto } from './usage-report.dto.js';
import { UsageReportService } from './usage-report.service.js';

const DAY_MS = 86_400_000;

/** Usage and requests in an account's own data: those of the clients that it created, where its role shows them. */
@Injectable()
export class UsageExportService {
  constructor(
    exports: AccountExportService,
    private readonly scopes: ReportScopeService,
    private readonly reports: UsageReportService,
    private readonly configuration: Configuration,
    requestLog: RequestLogService,
  ) {
    exports.add('usage', async (account) => ({ data: await this.days(account), next_cursor: null }));
    exports.add('requests', async (account, page) => requestLog.page(await this.scopeOf(account), page));
  }

  /** Those with requests, as long as they are kept. */
  private async days(account: Account): Promise<object[]> {
    const days = Math.min(this.configuration.usageRetentionDays, MOST_BUCKETS - 2);
    const start = toInstant(new Date(Date.now() - days * DAY_MS));
    const scope = await this.scopeOf(account);
    const report = await this.reports.write(scope, { interval: 'day', start }, jsonReportWriter());
    const { buckets } = JSON.parse(report.toString()) as UsageReportDto;
    return buckets.filter(({ groups }) => groups.some(({ requests }) => requests > 0));
  }

  private scopeOf(account: Account): Promise<ReportScope> {
    return this.scopes.resolve({ account, clientId: null }, { account_id: account.id });
  }
}
