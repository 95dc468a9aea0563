import { markdownTable } from '../../../src/docs/table.js';
import { BUSY_SHARE, type CapacityPlan, type Demand } from './capacity-plan.js';
import { type MeasuredCosts } from './measured-costs.js';

/** A title and rows of plain text; the first row is the header. */
export interface ScaleTable {
  title: string;
  rows: readonly (readonly string[])[];
}

export function toMarkdown({ title, rows }: ScaleTable): string {
  return `## ${title}\n\n${markdownTable(rows)}`;
}

export function costTable({ request, run, rowBytes, usageRowsPerSecond }: MeasuredCosts): ScaleTable {
  return {
    title: 'Unit costs',
    rows: [
      ['What', 'Detail', 'Measured'],
      ['One request', 'cached response', `${figure(request.repeatedUs)} µs of a core`],
      ['', 'new response: 18 metrics, 120 hours', `${figure(request.distinctUs)} µs of a core`],
      [
        '',
        'size, uncompressed and gzip',
        `${figure(request.plainBytes / 1e3)} and ${figure(request.gzipBytes / 1e3)} kB`,
      ],
      ['One stored run', '0.25°, 384 hours: on disk', `${figure(run.storeGb)} GB`],
      ['', 'download', `${figure(run.downloadGb)} GB`],
      ['', 'processor time', `${figure(run.cpuSeconds)} s of a core`],
      ['', 'peak memory', `${figure(run.residentGb)} GB`],
      ['One client', 'its row and one key', `${figure(rowBytes.client + rowBytes.key)} bytes`],
      [
        'One year of usage',
        'a client active every day: daily rows',
        `${figure((rowBytes.clientDay * 365) / 1e3)} kB`,
      ],
      [
        '',
        'each quarter hour per day in which it is active',
        `${figure((rowBytes.clientQuarter * 365) / 1e3)} kB`,
      ],
      ['', 'rows one connection writes', `${figure(usageRowsPerSecond)} per second`],
    ],
  };
}

export function demandTable(demand: Demand): ScaleTable {
  return {
    title: 'Demand',
    rows: [
      ['What', 'Amount'],
      ['Requests per second, around the clock', figure(demand.requestsPerSecond)],
      ['Share repeated within the hour', `${figure(demand.repeatedShare * 100)} %`],
      ['Clients', figure(demand.clients)],
      ['Active quarter hours per client and day', figure(demand.activeQuartersPerDay)],
      ['Global 0.25° models, four runs a day', figure(demand.models)],
      ['Usage retention in days', figure(demand.usageRetentionDays)],
      ['Request log retention in days', figure(demand.requestLogRetentionDays)],
      ['Planned core utilization', `${BUSY_SHARE * 100} %`],
    ],
  };
}

export function needTable(plan: CapacityPlan): ScaleTable {
  const { database, monthlyUsd: usd } = plan;
  return {
    title: 'Resources',
    rows: [
      ['What', 'Amount', 'USD per month'],
      ['API', `${figure(plan.apiCores)} cores: ${plan.apiMachines} machines`, figure(usd.api)],
      ['Memory per machine for the newest runs', `${figure(plan.runsInMemoryGb)} GB`, ''],
      ['Ingest', `${figure(plan.ingestCores)} cores`, figure(usd.ingest)],
      ['Download', `${figure(plan.downloadGbPerDay)} GB per day`, ''],
      [
        'Database',
        `${figure(plan.databaseCores)} cores for ${figure(plan.usageRowsPerSecond)} rows per second`,
        figure(usd.database),
      ],
      [
        'Disks',
        `${figure(database.totalGb)} GB: clients and keys ${figure(database.clientsGb)}, usage ${figure(database.rollUpsGb)}, request log ${figure(database.requestLogGb)}; plus the runs on each machine`,
        figure(usd.disks),
      ],
      ['Bucket', `${figure(plan.bucketGb)} GB`, figure(usd.bucket)],
      [
        'Traffic',
        `${figure(plan.bandwidthGbit)} Gbit/s, ${figure(plan.trafficTbPerMonth)} TB per month`,
        figure(usd.traffic),
      ],
      ['Total', '', figure(usd.total)],
    ],
  };
}

export function limitTable({ limits }: CapacityPlan): ScaleTable {
  return {
    title: 'Bottlenecks',
    rows: [
      ['What', 'Needed', 'Remedy'],
      ...limits.map(({ name, times, remedy }) => [name, figure(times), remedy]),
    ],
  };
}

/** Rounds to two digits; the plan is no more precise than that. */
function figure(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en-US', { maximumSignificantDigits: 2 });
}
