import { usageCsv } from './usage-csv.js';
import { type UsageBucketDto, type UsageCountsDto, type UsageReportDto } from './usage-report.dto.js';

type ReportHead = Omit<UsageReportDto, 'buckets' | 'totals'>;

/** Writes one report, some buckets at a time. */
export interface ReportWriter {
  begin(head: ReportHead): string;
  add(buckets: UsageBucketDto[]): string;
  end(totals: UsageCountsDto): string;
}

export function jsonReportWriter(): ReportWriter {
  let separator = '';
  return {
    begin: (head) => `${JSON.stringify(head).slice(0, -1)},"buckets":[`,
    add(buckets) {
      const text = separator + JSON.stringify(buckets).slice(1, -1);
      separator = ',';
      return text;
    },
    end: (totals) => `],"totals":${JSON.stringify(totals)}}`,
  };
}

/** CSV has no place for totals. */
export function csvReportWriter(): ReportWriter {
  let interval: ReportHead['interval'];
  let isFirst = true;
  return {
    begin(head) {
      interval = head.interval;
      return '';
    },
    add(buckets) {
      const text = usageCsv({ interval, buckets }, isFirst);
      isFirst = false;
      return text;
    },
    end: () => '',
  };
}

/** Leaves the buckets out. */
export function totalsWriter(): ReportWriter {
  return { begin: () => '', add: () => '', end: (totals) => JSON.stringify(totals) };
}
