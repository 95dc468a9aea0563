import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/index.js';
import { DAY_MS, toInstant } from '../../core/time/index.js';
import { Configuration } from '../../core/config/index.js';
import type { Page, PageQueryDto } from '../../core/http/index.js';
import { MOST_BUCKETS } from './report-buckets.js';
import { type ReportScope, ReportScopeService } from './report-scope.service.js';
import type { ReportWriter } from './report-writer.js';
import { RequestLogService } from './request-log.service.js';
import type { UsageBucketDto } from './usage-report.dto.js';
import { UsageReportService } from './usage-report.service.js';

/** Reads usage and requests for an account's data export: those of clients that it created and its role may read. */
@Injectable()
export class UsageExportService {
  constructor(
    private readonly scopes: ReportScopeService,
    private readonly reports: UsageReportService,
    private readonly configuration: Configuration,
    private readonly requestLog: RequestLogService,
  ) {}

  async requests(account: Account, page: PageQueryDto): Promise<Page<object>> {
    return this.requestLog.page(await this.scopeOf(account), page);
  }

  /** Returns the days with requests, oldest first. A page covers as many days as a report may have. */
  async days(account: Account, cursor?: string): Promise<Page<object>> {
    const nowMs = Date.now();
    const oldestMs = Math.floor(nowMs / DAY_MS - this.configuration.usageRetentionDays) * DAY_MS;
    const startMs = cursor === undefined ? oldestMs : Date.parse(cursor);
    const endMs = startMs + MOST_BUCKETS * DAY_MS;
    const [start, end] = [startMs, endMs].map((timeMs) => toInstant(new Date(timeMs)));
    const isLast = endMs >= nowMs;
    const data: UsageBucketDto[] = [];
    const collector: ReportWriter = {
      begin: () => '',
      add(buckets) {
        data.push(...buckets.filter(({ groups }) => groups.some(({ requests }) => requests > 0)));
        return '';
      },
      end: () => '',
    };
    const query = { interval: 'day' as const, start, ...(!isLast && { end }) };
    await this.reports.write(await this.scopeOf(account), query, collector);
    return { data, next_cursor: isLast ? null : end };
  }

  private scopeOf(account: Account): Promise<ReportScope> {
    return this.scopes.resolve({ account, clientId: null }, { account_id: account.id });
  }
}
