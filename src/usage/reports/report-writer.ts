import { usageCsv } from './usage-csv.js';
import { type UsageBucketDto, type UsageCountsDto, type UsageReportDto } from './usage-report.dto.js';

type ReportHead = Omit<UsageReportDto, 'buckets' | 'totals'>;

/** Writes one report in parts of some buckets each. */
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

/** Omits the totals, for which CSV has no place. */
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

/** Writes only the totals. */
export function totalsWriter(): ReportWriter {
  return { begin: () => '', add: () => '', end: (totals) => JSON.stringify(totals) };
}
