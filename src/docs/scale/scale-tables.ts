import { BUSY_SHARE, type CapacityPlan, type Demand } from './capacity-plan.js';
import { type MeasuredCosts } from './measured-costs.js';

/** A title and rows of plain text; the first row is the head. */
export interface ScaleTable {
  title: string;
  rows: readonly (readonly string[])[];
}

export function costTable({ request, run, rowBytes, usageRowsPerSecond }: MeasuredCosts): ScaleTable {
  return {
    title: 'What one of each costs',
    rows: [
      ['What', 'Of which', 'Measured'],
      ['One request', 'an answer that is at hand', `${figure(request.repeatedUs)} µs of a core`],
      ['', 'a new one: 18 metrics, 120 hours', `${figure(request.distinctUs)} µs of a core`],
      [
        '',
        'its bytes, plain and in gzip',
        `${figure(request.plainBytes / 1e3)} and ${figure(request.gzipBytes / 1e3)} kB`,
      ],
      ['One stored run', 'of 0.25° to 384 hours: the store', `${figure(run.storeGb)} GB`],
      ['', 'download', `${figure(run.downloadGb)} GB`],
      ['', 'processor time', `${figure(run.cpuSeconds)} s of a core`],
      ['', 'memory at most', `${figure(run.residentGb)} GB`],
      ['One client', 'its row and one key', `${figure(rowBytes.client + rowBytes.key)} bytes`],
      [
        'One year of usage',
        'a client that asks on each day: by day',
        `${figure((rowBytes.clientDay * 365) / 1e3)} kB`,
      ],
      [
        '',
        'for each quarter of an hour in which it asks daily',
        `${figure((rowBytes.clientQuarter * 365) / 1e3)} kB`,
      ],
      ['', 'rows that one connection writes', `${figure(usageRowsPerSecond)} a second`],
    ],
  };
}

export function demandTable(demand: Demand): ScaleTable {
  return {
    title: 'What is asked of it',
    rows: [
      ['What', 'How much'],
      ['Requests a second, round the clock', figure(demand.requestsPerSecond)],
      ['Of them for what was asked for within the hour', `${figure(demand.repeatedShare * 100)} %`],
      ['Clients', figure(demand.clients)],
      ['Quarters of an hour in a day in which each of them asks', figure(demand.activeQuartersPerDay)],
      ['Models of 0.25° round the globe, four runs a day', figure(demand.models)],
      ['Days for which usage is kept', figure(demand.usageRetentionDays)],
      ['Days for which the request log is kept', figure(demand.requestLogRetentionDays)],
      ['How busy a core is planned to be', `${BUSY_SHARE * 100} %`],
    ],
  };
}

export function needTable(plan: CapacityPlan): ScaleTable {
  const { database, monthlyUsd: usd } = plan;
  return {
    title: 'What that takes',
    rows: [
      ['What', 'How much', 'US dollars a month'],
      ['API', `${figure(plan.apiCores)} cores: ${plan.apiMachines} machines`, figure(usd.api)],
      ['Memory of each machine for the newest runs', `${figure(plan.runsInMemoryGb)} GB`, ''],
      ['Ingest', `${figure(plan.ingestCores)} cores`, figure(usd.ingest)],
      ['Download', `${figure(plan.downloadGbPerDay)} GB a day`, ''],
      [
        'Database',
        `${figure(plan.databaseCores)} cores for ${figure(plan.usageRowsPerSecond)} rows a second`,
        figure(usd.database),
      ],
      [
        'Its disks',
        `${figure(database.totalGb)} GB: clients and keys ${figure(database.clientsGb)}, sums ${figure(database.rollUpsGb)}, request log ${figure(database.requestLogGb)}; and the runs of each machine`,
        figure(usd.disks),
      ],
      ['Bucket', `${figure(plan.bucketGb)} GB`, figure(usd.bucket)],
      [
        'Traffic',
        `${figure(plan.bandwidthGbit)} Gbit/s, ${figure(plan.trafficTbPerMonth)} TB a month`,
        figure(usd.traffic),
      ],
      ['All', '', figure(usd.total)],
    ],
  };
}

export function limitTable({ limits }: CapacityPlan): ScaleTable {
  return {
    title: 'What breaks first',
    rows: [
      ['What', 'So many times of one', 'What helps'],
      ...limits.map(({ name, times, remedy }) => [name, figure(times), remedy]),
    ],
  };
}

/** Two digits are as many as such a plan can be trusted with. */
function figure(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en-US', { maximumSignificantDigits: 2 });
}
